import { conversationFile, readConversation } from '@devai/fastify/protocol/conversation-file';
import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { cliError } from '../../cli-error.ts';
import { note } from '../../terminal/piece.ts';
import { printable } from '../../terminal/printable.ts';
import { listSessions, searchSessions, type ListedSession } from '../session-list.ts';
import { alone, here, nothingSaid, type At, type Commands } from './at.ts';

/** Commands about this session and others. `history`: how many messages of a reopened one are shown. */
export function sessionCommands(at: At, history: number): Commands {
  /** The sessions of the last list, which a script names by number. */
  let listed: ListedSession[] = [];

  function goOn({ id, lastNumber }: ListedSession): void {
    if (id === at.connection().position.session) return at.say(note('you are already in that session'));
    void at.connection().reopen({ session: id, after: Math.max(0, lastNumber - history) });
  }

  return {
    '/new': alone('/new', async () => void at.connection().send(null)),

    async '/sessions'(words) {
      const numbered = at.terminal === null ? listed[Number(words) - 1] : undefined;
      if (numbered) return goOn(numbered);
      listed = await (words === null
        ? listSessions(at, at.project(), at.terminal === null ? 10 : 100)
        : searchSessions(at, at.project(), words));
      if (listed.length === 0) return at.say(note('no earlier session'));
      const lines = listed.map(({ line }) => line);
      if (at.terminal === null)
        return at.say(...lines.map((line, index) => note(`${String(index + 1).padStart(2)}  ${line}`)));
      const place = await at.terminal.pick(lines);
      const picked = place === null ? undefined : listed[place];
      if (picked) goOn(picked);
    },

    async '/name'(name) {
      if (name === null) throw cliError('usage', 'give the name: /name <text>');
      if (at.connection().position.number === 0) throw cliError('usage', nothingSaid);
      const named = await at.ask('PUT /api/memory/sessions/:id', { path: here(at), json: { name } });
      at.say(note(`this session is called ${printable(named.name ?? '')} now`));
    },

    /** The summary for the other agent arrives as the first message of its session. */
    async '/handoff'(to) {
      const { session } = await at.ask('POST /api/memory/sessions/:id/handoff', {
        path: here(at),
        json: to === null ? {} : { to },
      });
      void at.connection().reopen({ session: session.id, after: 0 });
    },

    async '/export'(given) {
      if (at.connection().position.number === 0) throw cliError('usage', nothingSaid);
      const conversation = await readConversation(at.client, here(at).id);
      const format = given !== null && extname(given).toLowerCase() === '.json' ? 'json' : 'markdown';
      const { name, text } = conversationFile(conversation, format);
      const file = resolve(at.folder, given ?? name);
      await writeNew(file, text);
      at.say(note(`${conversation.messages.length} messages written to ${printable(file)}`));
    },
  };
}

/** Writes a file that only its owner can read. Throws `usage` rather than replacing one, and if it cannot be written. */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const why =
      error instanceof Error && 'code' in error && error.code === 'EEXIST'
        ? 'it exists already; name another file: /export <file>'
        : String(error);
    throw cliError('usage', `${file} was not written: ${why}`);
  }
}
