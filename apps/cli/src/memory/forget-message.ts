import type { forgottenMessage } from '@devai/fastify/protocol/memory';
import type { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';
import { shortId } from '../terminal/written.ts';
import { messageName } from './message-name.ts';

/** Erases a message, after showing it and asking. */
export async function forgetMessage(
  { ask, confirm, output }: Context,
  place: { sessionId: string; number: number },
  isConfirmed: boolean,
): Promise<void> {
  const path = { id: place.sessionId };
  const message = messageName(place);
  if (!isConfirmed) {
    const query = { after: place.number - 1, limit: 1 };
    const [found] = (await ask('GET /api/memory/sessions/:id', { path, query })).messages;
    if (found?.number !== place.number) throw new CliError('not_found', `there is no message ${message}`);
    output.note(`${message} (${found.role})\n  ${oneLine(found.content, 300)}`);
    if (!(await confirm('Erase it and its quotes for good? This cannot be undone.'))) {
      await output.answer({ ...place, forgotten: false, changedMessages: 0, memories: [] }, () => ({
        message,
        forgotten: false,
      }));
      return;
    }
  }
  const result = await ask('DELETE /api/memory/sessions/:id/messages/:number', {
    path: { ...path, number: place.number },
  });
  await output.answer({ ...place, ...result }, ({ forgotten, changedMessages, memories }) => ({
    message,
    forgotten: forgotten ? 'yes' : 'no, it was erased already',
    'cut out of': changedMessages === 0 ? null : `${changedMessages} other messages that quoted it`,
    ...viewLeft(memories),
  }));
}

/** The memories that came from what was erased. */
export const viewLeft = (memories: z.infer<typeof forgottenMessage>['memories']) => ({
  'memories from it': memories
    .map(
      ({ id, content, isValid }) => `${shortId(id)}${isValid ? '' : ' (invalid)'}  ${oneLine(content, 200)}`,
    )
    .join('\n'),
  ...(memories.length > 0 && { note: 'The memories stay: `forget <id>` erases one.' }),
});
