import { idBeginning } from '@devai/fastify/protocol/ids';
import { cliError, toCliError } from '../../cli-error.ts';
import { fullId } from '../../memory/full-id.ts';
import { reason } from '../../memory/change-commands.ts';
import { note, type Piece } from '../../terminal/piece.ts';
import { oneLine, printable } from '../../terminal/printable.ts';
import { shortId } from '../../terminal/written.ts';
import { describeFailure } from '../describe-failure.ts';
import type { At, Commands } from './at.ts';

/** How many memories are listed. */
const most = 10;

/** Commands about what is remembered. */
export function memoryCommands(at: At): Commands {
  async function find(words: string | null): Promise<{ id: string; content: string }[]> {
    const project = at.project() ?? undefined;
    if (words === null) {
      const query = { project, limit: most };
      return (await at.ask('GET /api/memory', { query })).memories;
    }
    const found = await at.ask('GET /api/memory/search', { query: { project, q: words, limit: most } });
    return found.hits.flatMap((hit) => ('memory' in hit && hit.isRelevant ? [hit.memory] : []));
  }

  async function list(words: string | null): Promise<number> {
    const found = await find(words);
    const lines = found.map(({ id, content }) => note(`${shortId(id)}  ${oneLine(content, 160)}`));
    at.say(...(lines.length > 0 ? lines : [note('nothing about that is remembered')]));
    return lines.length;
  }

  return {
    '/memory': async (words) => void (await list(words)),

    async '/remember'(content) {
      if (content === null) throw cliError('usage', 'say what: /remember <text>');
      if (at.isTemporary()) throw cliError('usage', 'not remembered: nothing of a temporary chat is kept');
      const json = { content, project: at.project() ?? undefined, reason };
      const { memory } = await at.ask('POST /api/memory/save', { json });
      at.say(note(`remembered: ${shortId(memory.id)}  ${printable(memory.content)}`));
    },

    async '/forget'(given) {
      if (given === null) throw cliError('usage', 'name a memory: /forget 3f2a91 (/memory lists them)');
      if (!idBeginning.safeParse(given.toLowerCase()).success) {
        if ((await list(given)) > 0) at.say(note('/forget with the id of one of them erases it'));
        return;
      }
      const path = { id: await fullId(at, 'memory', given) };
      const { content } = await at.ask('GET /api/memory/:id', { path });
      at.confirm(`erase for good: ${printable(content)}`, async () => {
        const { keptMessages } = await at.ask('DELETE /api/memory/:id', { path });
        const kept = keptMessages === 1 ? '1 message still holds' : `${keptMessages} messages still hold`;
        at.say(note(keptMessages === 0 ? 'forgotten' : `forgotten; ${kept} it, and no model sees it there`));
      });
    },

    async '/focus'(words) {
      const project = at.project() ?? undefined;
      if (words === null) return at.say(await describeFocus(at));
      const [clearing, topic] = /^clear(?: +(.{1,120}))?$/i.exec(words) ?? [];
      if (clearing === undefined)
        throw cliError('usage', 'not sent: use /focus, /focus clear, or /focus clear <topic>');
      // the server's frame shows what is left
      const { cleared } = await at.ask('DELETE /api/focus', { query: { project, topic } });
      const names = cleared.map((one) => printable(one.topic)).join(', ');
      at.say(note(names === '' ? 'no recent topics' : `removed from your focus: ${names}`));
    },
  };
}

/** Shows a failure instead of throwing it, so that it does not end a script. */
async function describeFocus(at: At): Promise<Piece> {
  try {
    const { block } = await at.ask('GET /api/focus', { query: { project: at.project() ?? undefined } });
    return note(printable(block) || 'no recent topics');
  } catch (error) {
    return describeFailure(toCliError(error), 'the focus could not be read: ');
  }
}
