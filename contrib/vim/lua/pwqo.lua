-- Neovim 0.8 or later: require("pwqo").setup() starts the language server for .dr files and makes the command :PwqoVerify.
local M = {}

function M.setup(options)
  local command = (options or {}).cmd or { "pwqo", "lsp" }
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "dr",
    callback = function(event)
      local folder = vim.fs.dirname(vim.api.nvim_buf_get_name(event.buf))
      vim.lsp.start({ name = "pwqo", cmd = command, root_dir = folder })
      vim.api.nvim_buf_create_user_command(event.buf, "PwqoVerify", function()
        local address = vim.uri_from_bufnr(event.buf)
        vim.lsp.buf_request(event.buf, "workspace/executeCommand",
          { command = "pwqo.verify", arguments = { address } }, function() end)
      end, {})
    end,
  })
end

return M
