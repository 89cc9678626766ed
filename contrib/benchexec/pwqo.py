"""BenchExec tool-info module for pwqo (https://github.com/sosy-lab/benchexec, API BaseTool2, BenchExec 3.3 or later).

Use it with the benchmark definition beside it:

    PYTHONPATH=contrib/benchexec benchexec contrib/benchexec/pwqo.xml --tool-directory build

pwqo keeps a wall-time and a memory limit of its own; it is told ones slightly below BenchExec's, so that it can say why it stopped.
"""

import json

import benchexec.result as result
import benchexec.tools.template

# CLI: 0 safe, 10 unsafe, 5 unknown; 64 and above are failures.
VERDICTS = {
    0: ("safe", result.RESULT_TRUE_PROP),
    10: ("unsafe", result.RESULT_FALSE_PROP),
    5: ("unknown", result.RESULT_UNKNOWN),
}
FAILURES = {64: "usage", 65: "bad input", 66: "unreadable", 70: "internal", 74: "output"}


class Tool(benchexec.tools.template.BaseTool2):
    def name(self):
        return "pwqo"

    def executable(self, tool_locator):
        return tool_locator.find_executable("pwqo")

    def version(self, executable):
        words = self._version_from_tool(executable).split()
        return words[1] if len(words) > 1 else ""

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", "--json"]
        seconds = rlimits.walltime or rlimits.cputime
        if seconds:
            command.append(f"--time-limit={max(1, seconds * 0.95):g}")
        if rlimits.memory:
            command.append(f"--memory-limit={max(1, int(rlimits.memory * 0.9) // (1 << 20))}")
        if isinstance(task.options, dict) and task.options.get("language") == "C":
            command += self._c_options(task)
        return [*command, *options, "--", *task.input_files_or_identifier]

    @staticmethod
    def _c_options(task):
        """Of a task of SV-COMP: its specification, its data model, and where the witness goes."""
        words = ["--witness=witness.yml"]
        if task.property_file:
            words.append(f"--property={task.property_file}")
        if task.options.get("data_model") in ("ILP32", "LP64"):
            words.append(f"--data-model={task.options['data_model']}")
        return words

    def determine_result(self, run):
        code = run.exit_code.value
        if code in FAILURES:
            return f"{result.RESULT_ERROR} ({FAILURES[code]})"
        if code not in VERDICTS:
            return result.RESULT_ERROR
        answer = self._answer(run.output)
        word, verdict = VERDICTS[code]
        if answer.get("verdict") != word:
            return f"{result.RESULT_ERROR} (answer and exit status differ)"
        if word == "unknown" and answer.get("reason"):
            return f"{verdict} ({answer['reason']})"
        return verdict

    def get_value_from_output(self, output, identifier):
        """A key of the answer, or of its figures: "threads", "basis", "seconds.cover"."""
        answer = self._answer(output)
        value = answer.get(identifier)
        if value is None:
            value = answer.get("stats", {})
            for key in identifier.split("."):
                value = value.get(key) if isinstance(value, dict) else None
        return None if value is None or isinstance(value, (dict, list)) else str(value)

    @staticmethod
    def _answer(output):
        """The JSON object among the lines of output; BenchExec puts lines of its own before it."""
        for line in output:
            if line.startswith("{"):
                try:
                    return json.loads(line)
                except ValueError:
                    return {}
        return {}
