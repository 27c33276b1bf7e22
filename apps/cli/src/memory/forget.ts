import { Command } from '@commander-js/extra-typings';
import { forgotten, shownMemory, type ShownMemory } from '@devai/api/protocol/memory';
import type { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';
import { counted } from './figures.ts';
import { fullId } from './full-id.ts';

export const forget = (context: Context) =>
  new Command('forget')
    .description(
      `Erase the text of a memory for good; asks first. It is removed from memories, history and background jobs. The messages that
it came from stay stored, but the statement is hidden from the agent and from searches; --messages erases them too, now or
later by the same id.`,
    )
    .argument('<id>')
    .option('--messages', 'also erase the messages that it came from')
    .option('--yes', 'do not ask')
    .action(async (given, { messages = false, yes = false }) => {
      const { ask, output } = context;
      const id = await fullId(context, 'memory', given);
      // a memory forgotten earlier may have left messages
      const memory = await findMemory(context, id, yes || messages);
      const sources = messages || memory === null ? [] : sourcesOf(memory);
      if (!yes && !(await isConfirmed(context, { id, memory, messages, sources }))) {
        const nothing = { id, forgotten: false, erasedMessages: 0, keptMessages: 0 };
        output.answer(nothing, () => 'Nothing was erased.');
        return;
      }
      const result = await ask(forgotten, ['DELETE', `/api/memory/${id}`], { query: { messages } });
      output.answer({ id, ...result }, () => describe(id, result, sources));
    });

type Doomed = { id: string; memory: ShownMemory | null; messages: boolean; sources: string[] };

function isConfirmed({ output, confirm }: Context, { id, memory, messages, sources }: Doomed) {
  if (memory) output.note(`${id} (${oneLine(memory.namespace)})\n  ${oneLine(memory.content)}`);
  if (sources.length > 0) {
    output.note(`It came from ${sources.join('; ')}, which stays unless you use --messages.`);
  }
  const what = [memory ? ['it'] : [], messages ? ['the messages that it came from'] : []].flat();
  return confirm(`Erase ${what.join(' and ')} for good? This cannot be undone.`);
}

function describe(id: string, result: z.infer<typeof forgotten>, sources: string[]): string {
  const { erasedMessages, keptMessages } = result;
  const messages = counted(erasedMessages, 'message', 'messages');
  if (!result.forgotten) {
    return erasedMessages > 0
      ? `Erased: ${messages} that ${id} came from.`
      : `There was nothing to erase: ${id} is not stored.`;
  }
  return [
    `Forgotten: ${id}${erasedMessages > 0 ? `, and ${messages}` : ''}.`,
    ...(sources.length > 0
      ? [`Still stored: ${sources.join('; ')}. (--messages erases it too, also later.)`]
      : []),
    ...(keptMessages > 0
      ? [`${counted(keptMessages, 'message holds', 'messages hold')} it, hidden from the agent.`]
      : []),
  ].join('\n');
}

/** Null for an unknown memory, if it `mayBeGone`. */
async function findMemory({ ask }: Context, id: string, mayBeGone: boolean): Promise<ShownMemory | null> {
  try {
    return await ask(shownMemory, ['GET', `/api/memory/${id}`]);
  } catch (error) {
    if (mayBeGone && error instanceof CliError && error.code === 'not_found') return null;
    throw error;
  }
}

/** The messages that a memory came from, in words. */
const sourcesOf = ({ evidence }: ShownMemory): string[] =>
  evidence.flatMap(({ sessionId, messages }) =>
    messages.length === 0
      ? []
      : [`${messages.length === 1 ? 'message' : 'messages'} ${messages.join(', ')} of session ${sessionId}`],
  );
