import { Command } from '@commander-js/extra-typings';
import type { forgotten, ShownMemory } from '@devai/fastify/protocol/memory';
import type { z } from 'zod';
import { CliError, cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';
import { forgetMessage } from './forget-message.ts';
import { fullId } from './full-id.ts';
import { messageName, messageNamed } from './message-name.ts';

export const createForget = (context: Context) =>
  new Command('forget')
    .description(
      `Erase the text of a memory for good; asks first. The text is removed from memories, history and background jobs. The messages that
it came from stay stored, but the statement is hidden from the agent and from searches. --messages erases them too, now or
later by the same id. For a message, as "search --messages" and "why" name it (<session>:<number>), it erases the message and its
quotes in other messages; memories that were taken from it stay.`,
    )
    .argument('<id>', 'of a memory, or <session>:<number> of a message')
    .option('--messages', 'also erase the messages that it was taken from')
    .option('--yes', 'do not ask')
    .action(async (given, { messages = false, yes = false }) => {
      const { ask, confirm, output } = context;
      const place = await messageNamed(context, given);
      if (place) {
        if (messages) throw cliError('usage', '--messages is for a memory; a message is erased without it');
        await forgetMessage(context, place, yes);
        return;
      }
      const id = await idOf(context, given);
      // a memory forgotten earlier may have left messages
      const memory = await findMemory(context, id, yes || messages);
      const left = messages || memory === null ? '' : sourcesOf(memory);
      if (!yes) {
        if (memory) output.note(`${id} (${oneLine(memory.namespace)})\n  ${oneLine(memory.content)}`);
        if (left !== '') output.note(`It came from ${left}, which stays unless you use --messages.`);
        const what = messages ? 'it and the messages that it came from' : 'it';
        if (!(await confirm(`Erase ${what} for good? This cannot be undone.`))) {
          await output.answer({ id, ...nothingForgotten }, () => ({ id, forgotten: false }));
          return;
        }
      }
      const result = await ask('DELETE /api/memory/:id', { path: { id }, query: { messages } });
      await output.answer({ id, ...result }, () => ({
        ...{ id, forgotten: result.forgotten, erasedMessages: result.erasedMessages },
        'still stored': keptIn(result, messages),
      }));
    });

const nothingForgotten = { forgotten: false, memoryIds: [], erasedMessages: 0, keptMessages: 0, kept: [] };

/** Completes the id of a memory. One that was forgotten earlier has left no other trace than its id. */
async function idOf(context: Context, given: string): Promise<string> {
  try {
    return await fullId(context, 'memory', given);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return fullId(context, 'forgotten', given).catch((other: unknown) => {
      throw isNotFound(other) ? error : other;
    });
  }
}

const isNotFound = (error: unknown): boolean => error instanceof CliError && error.code === 'not_found';

/** Names the messages that still contain it, and says how to erase them; null when there are none. */
function keptIn({ keptMessages, kept }: z.output<typeof forgotten>, erased: boolean): string | null {
  if (keptMessages === 0) return null;
  const places = kept.map(messageName).join(', ');
  const more = keptMessages > kept.length ? ` and ${keptMessages - kept.length} more` : '';
  const how = erased
    ? ' (forget <session>:<number> erases one)'
    : ' (--messages erases those that it came from, also later)';
  const what = keptMessages === 1 ? 'message' : `${keptMessages} messages`;
  return `${what} ${places}${more}, hidden from the agent${how}`;
}

/** Null for an unknown memory, if it `mayBeGone`. */
async function findMemory({ ask }: Context, id: string, mayBeGone: boolean): Promise<ShownMemory | null> {
  try {
    return await ask('GET /api/memory/:id', { path: { id } });
  } catch (error) {
    if (mayBeGone && isNotFound(error)) return null;
    throw error;
  }
}

/** The messages that a memory came from, in words. */
const sourcesOf = ({ evidence }: ShownMemory): string =>
  evidence
    .filter(({ messages }) => messages.length > 0)
    .map(({ sessionId, messages }) => `message ${messages.join(', ')} of session ${sessionId}`)
    .join('; ');
