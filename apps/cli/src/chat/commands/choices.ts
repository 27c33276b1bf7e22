import { cliError } from '../../cli-error.ts';
import { fullId } from '../../memory/full-id.ts';
import { note } from '../../terminal/piece.ts';
import { here, nothingSaid, type At, type Commands } from './at.ts';

/** Commands that choose what the prompts of this session hold. */
export function choiceCommands(at: At): Commands {
  /** For a message, the server's frame reports the change. */
  async function pin(given: string | null, pinned: boolean): Promise<void> {
    const item = given === null ? { message: lastRequest(at) } : readItem(given);
    if ('memory' in item) return choose('pinned', [await fullId(at, 'memory', item.memory)], pinned);
    if (item.message === null) throw cliError('usage', nothingSaid);
    await at.ask('PUT /api/memory/sessions/:id/messages/:number', {
      path: { ...here(at), number: item.message },
      json: { pinned },
    });
  }

  async function exclude(given: string | null, excluded: boolean): Promise<void> {
    if (given === null) throw cliError('usage', 'name a message (7) or a memory (3f2a91)');
    const item = readItem(given);
    return 'memory' in item
      ? choose('excluded', [await fullId(at, 'memory', item.memory)], excluded)
      : choose('hidden', [item.message], excluded);
  }

  async function choose(
    list: 'pinned' | 'excluded' | 'hidden',
    items: (string | number)[],
    chosen: boolean,
  ): Promise<void> {
    const path = here(at);
    const choices = chosen
      ? await at.ask('POST /api/memory/sessions/:id/memories', { path, json: { [list]: items } })
      : await at.ask('DELETE /api/memory/sessions/:id/memories', {
          path,
          query: { [list]: items.map(String) },
        });
    const counts = `${choices.pinned.length} memories pinned, ${choices.excluded.length} excluded; ${choices.hidden.length} messages out`;
    at.say(note(`from your next message on: ${counts}`));
  }

  return {
    '/pin': (item) => pin(item, true),
    '/unpin': (item) => pin(item, false),
    '/exclude': (item) => exclude(item, true),
    '/include': (item) => exclude(item, false),
  };
}

/** The number of the user's last message. */
function lastRequest({ transcript }: At): number | null {
  const numbers = transcript.conversation.turns.map(({ question }) => question?.number ?? null);
  return numbers.findLast((number) => number !== null) ?? null;
}

/** Up to seven digits are the number of a message; everything else is the beginning of a memory's id. */
function readItem(given: string): { message: number } | { memory: string } {
  return /^\d{1,7}$/.test(given) ? { message: Number(given) } : { memory: given };
}
