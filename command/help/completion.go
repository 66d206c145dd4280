package help

import (
	"context"
	"io"

	"github.com/urfave/cli/v2"

	"kifudb/command/run"
)

// CompletionCommand is the command completion.
func CompletionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a script that completes commands and flags in your shell",
		ArgsUsage: "bash|zsh|fish|powershell",
		UsageText: `source <(kifudb completion bash)           in ~/.bashrc
source <(kifudb completion zsh)            in ~/.zshrc
kifudb completion fish | source            in config.fish
kifudb completion powershell | Out-String | Invoke-Expression`,
		Action: run.Action(newCompletionOptions, runCompletion),
	}
}

type completionOptions struct{ script string }

func newCompletionOptions(c *cli.Context) (o completionOptions, err error) {
	shell := c.Args().First()
	script, ok := completionScripts()[shell]
	switch {
	case shell == "fish":
		script, err = c.App.ToFishCompletion()
	case !ok:
		err = run.Usage("completion is for bash, zsh, fish or powershell, not for %q", shell)
	}
	return completionOptions{script}, err
}

func runCompletion(_ context.Context, o completionOptions, s run.Streams) error {
	_, err := io.WriteString(s.Out, o.script)
	return err
}

// completionScripts are for the shells that ask the program itself, by its
// hidden flag --generate-bash-completion, what may come next.
func completionScripts() map[string]string {
	return map[string]string{
		"bash": `_kifudb() {
	local words
	if [[ "${COMP_WORDS[COMP_CWORD]}" == -* ]]; then
		words=$("${COMP_WORDS[@]:0:COMP_CWORD}" "${COMP_WORDS[COMP_CWORD]}" --generate-bash-completion 2>/dev/null)
	else
		words=$("${COMP_WORDS[@]:0:COMP_CWORD}" --generate-bash-completion 2>/dev/null)
	fi
	COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _kifudb kifudb
`,
		"zsh": `#compdef kifudb
_kifudb() {
	local -a words_
	words_=(${(f)"$(${words[@]:0:$((CURRENT-1))} --generate-bash-completion 2>/dev/null)"})
	_describe 'kifudb' words_
	_files
}
compdef _kifudb kifudb
`,
		"powershell": `Register-ArgumentCompleter -Native -CommandName kifudb -ScriptBlock {
	param($word, $line, $position)
	Invoke-Expression "$($line.ToString()) --generate-bash-completion" | ForEach-Object {
		[System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
	}
}
`,
	}
}
