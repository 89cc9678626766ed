// Starts `pwqo lsp` for .dr files; the command "pwqo: verify this file" verifies the text of the editor.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function (context) {
  const program = vscode.workspace.getConfiguration("pwqo").get("path");
  client = new LanguageClient("pwqo", "pwqo", { command: program, args: ["lsp"] }, { documentSelector: [{ language: "dr" }] });
  await client.start();
  context.subscriptions.push(
    vscode.commands.registerCommand("pwqo.verifyThis", () => {
      const editor = vscode.window.activeTextEditor;
      if (editor) return vscode.commands.executeCommand("pwqo.verify", editor.document.uri.toString());
    })
  );
};

exports.deactivate = () => client && client.stop();
