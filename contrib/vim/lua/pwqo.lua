-- Neovim 0.7 or later: require("pwqo").setup() starts the language server for .dr files and makes the command :PwqoVerify.
local M = {}

-- vim.lsp.start came with Neovim 0.8; before it the client is shared between buffers by hand.
local clients = {}
local function start(buffer, command, folder)
  if vim.lsp.start then
    return vim.lsp.start({ name = "pwqo", cmd = command, root_dir = folder })
  end
  clients[folder] = clients[folder] or vim.lsp.start_client({ name = "pwqo", cmd = command, root_dir = folder })
  vim.lsp.buf_attach_client(buffer, clients[folder])
end

function M.setup(options)
  local command = (options or {}).cmd or { "pwqo", "lsp" }
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "dr",
    callback = function(event)
      local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ":p:h")
      start(event.buf, command, folder)
      vim.api.nvim_buf_create_user_command(event.buf, "PwqoVerify", function()
        local address = vim.uri_from_bufnr(event.buf)
        vim.lsp.buf_request(event.buf, "workspace/executeCommand",
          { command = "pwqo.verify", arguments = { address } }, function() end)
      end, {})
    end,
  })
end

return M
