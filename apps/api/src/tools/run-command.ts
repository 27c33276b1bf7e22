import { z } from 'zod';
import type { Shell } from './shell.ts';
import { defineTool, type Tool } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** Time limits of a command, in seconds. */
const timeLimit = { usual: 120, most: 600 };

/** `ask`: the user is asked before each command, unless they allowed that very command for the session. */
export const createRunCommand = (shell: Shell, mode: 'ask' | 'on'): Tool =>
  defineTool({
    name: 'run_command',
    risk: 'execute',
    alwaysAsks: mode === 'ask',
    endsOnCancel: true,
    description: `Run a command with /bin/sh in the workspace: tests, builds, git. ${
      shell.sandbox ? 'No network; only the workspace can be written. ' : ''
    }No input, no terminal; what it starts ends with it.`,
    input: z.object({
      command: z
        .string()
        .trim()
        .min(1)
        .max(10_000)
        .refine((text) => !text.includes('\0'), 'must not contain null characters'),
      seconds: z
        .int()
        .min(1)
        .max(timeLimit.most)
        .optional()
        .describe(`Time limit; ${timeLimit.usual} by default.`),
    }),
    preview: ({ command }) => `$ ${command}`,
    async run({ command, seconds = timeLimit.usual }, { signal, onOutput = () => {} }) {
      const finished = await shell.run(command, { seconds, signal, onOutput });
      const how = {
        exit: `exit code ${finished.exitCode ?? 'none (killed)'}`,
        time: `ended at its time limit of ${seconds} s`,
        cancelled: 'cancelled by the user',
      };
      const text = `${finished.output.trimEnd()}\n[${how[finished.end]}, ${finished.seconds} s]`.trimStart();
      // a failed call: a later one that succeeds is noted as its fix
      if (finished.end !== 'exit' || finished.exitCode !== 0) throw new ToolError(text);
      return text;
    },
  });
