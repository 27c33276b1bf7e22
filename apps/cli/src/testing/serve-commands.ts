import { serveChat, type ChatWorld } from '@devai/api/testing/serve-chat';
import { runCommand, type ProgramRun, type Surroundings } from './run-command.ts';

/** Runs command lines against a server for all tests of a file. Its project is "taskforge". No jobs run. */
export function serveCommands(): {
  world: ChatWorld;
  run: (words: string[], surroundings?: Surroundings) => Promise<ProgramRun>;
  /** Chats in a pipe. */
  chat: (input: string, ...words: string[]) => Promise<ProgramRun>;
} {
  const world = serveChat('file', { background: false });
  const run = (words: string[], surroundings?: Surroundings) =>
    runCommand(words, {
      variables: { DEVAI_URL: world.address, XDG_STATE_HOME: world.host.path, NO_COLOR: '1' },
      ...surroundings,
    });
  return { world, run, chat: (input, ...words) => run(['chat', ...words], { input }) };
}
