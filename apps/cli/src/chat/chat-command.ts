import { Option } from '@commander-js/extra-typings';
import { z } from 'zod';
import { checked } from '../checked.ts';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { chatUrl, configuredServer, serverUrl } from '../server/address.ts';
import { serverApi } from '../server/api.ts';
import { serverCommand } from '../server/server-command.ts';
import type { ChatOptions } from './chat.ts';
import { readLastSession, saveLastSession, type LastSession } from './last-session.ts';

const history = 10;

type Asked = { session?: string | undefined; continue?: true | undefined };

/** `chat`: talks to the agent, at a terminal or from a script. */
export const createChatCommand = (context: Context) =>
  serverCommand(context, 'chat')
    .description('Chat with a DevAI server.')
    .argument(
      '[message]',
      'ask this alone, show the reply and end',
      checked(z.string().trim().min(1), 'It must not be empty.'),
    )
    .option(
      '--project <name>',
      "the project (default: that of the server's workspace)",
      checked(z.string().min(1).max(120), 'It must have 1 to 120 characters.'),
    )
    .addOption(new Option('--continue', 'continue the last session').conflicts('session'))
    .option('--session <id>', 'continue this session', checked(z.uuid(), 'It is not the id of a session.'))
    .addOption(new Option('--temporary', 'keep nothing of this chat').conflicts(['session', 'continue']))
    .option('--approve', 'in a pipe: allow everything that agents ask for, even commands (default: nothing)')
    .option('--verbose', "also show left-out memories and the model's thinking")
    .addHelpText(
      'after',
      `
At a terminal, /help lists the commands. With a message, or in a pipe, where
each line of input is one, replies go to standard output, everything else to
standard error.
Exit codes: 0 success, 1 failure, 2 wrong usage, 130 Ctrl-C.`,
    )
    .action(
      async (message, { project = null, verbose = false, approve = false, temporary = false, ...asked }) => {
        const { streams, config, signal, whereabouts } = context;
        const { server, isNamed } = await findServer(context);
        const url = chatUrl(server);
        const api = serverApi(server, whereabouts.token ?? config.token, whereabouts.user ?? config.user);
        const place = api.user === null ? url : `${url} ${api.user}`;
        const { tellStore } = await import('../server/connect.ts');
        await tellStore(api, { isNamed, variables: config.variables }, signal, context.output.note);
        const warn = (text: string) => streams.errors.write(`${text}\n`);
        const last = findLast(context, asked, place, warn);
        let toldUnsaved = false;
        const isTerminal = streams.input.isTTY === true && streams.output.isTTY === true;
        const isInteractive = isTerminal && message === undefined;
        const options: ChatOptions = {
          api,
          connection: {
            url,
            token: api.token,
            user: api.user,
            client: 'terminal',
            project,
            resume: last && { session: last.session, after: Math.max(0, last.number - history) },
            keepTrying: isInteractive,
            temporary,
          },
          verbose,
          approve,
          folder: config.folder,
          history: isInteractive ? history : 0,
          onPosition({ session, number, isTemporary }) {
            if (session === null || isTemporary || toldUnsaved) return;
            try {
              saveLastSession(config.lastSessions, place, { session, number });
            } catch (error) {
              toldUnsaved = true;
              warn(`--continue will not work next time: ${String(error)}`);
            }
          },
        };
        if (isInteractive) {
          const [{ createStyle }, { editText }, { openInputHistory }, { runInteractiveChat }] =
            await Promise.all([
              import('../terminal/style.ts'),
              import('../terminal/editor.ts'),
              import('./input-history.ts'),
              import('./interactive-chat.ts'),
            ]);
          const { paint } = createStyle(streams.output, config.colours);
          const inputs = openInputHistory(config.typed);
          if (temporary) inputs.add = async () => {};
          const edit = (text: string): Promise<string> => editText(text, config.variables);
          await runInteractiveChat(options, { ...streams, paint }, signal, { inputs, edit });
        } else {
          const { runPipedChat } = await import('./piped-chat.ts');
          await runPipedChat(options, streams, signal, message);
        }
      },
    );

async function findServer({ config, whereabouts }: Context): Promise<{ server: URL; isNamed: boolean }> {
  const named = whereabouts.url ?? config.server;
  const server = named === null ? await configuredServer(config.variables) : serverUrl(named);
  if (server === null) throw cliError('usage', 'PORT is 0, so name the server with --url or DEVAI_URL');
  return { server, isNamed: named !== null };
}

/** The session to continue; null for a new one. */
function findLast(
  { config }: Context,
  { session, continue: goesOn }: Asked,
  server: string,
  warn: (text: string) => void,
): LastSession | null {
  if (session === undefined && goesOn === undefined) return null;
  let last = null;
  try {
    last = readLastSession(config.lastSessions, server);
  } catch (error) {
    warn(`${config.lastSessions} cannot be read: ${String(error)}`);
  }
  if (session !== undefined) return { session, number: last?.session === session ? last.number : 0 };
  if (last === null) warn(`there is no earlier session with ${server}; this is a new one`);
  return last;
}
