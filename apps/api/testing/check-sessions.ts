import { z } from 'zod';
import { messageRecord } from '@devai/memory/store/messages';
import { ask, askJson } from './ask.ts';
import type { BookedChat } from './booked-chat.ts';
import type { Tally } from './tally.ts';

const page = z.object({
  messages: z.array(
    messageRecord.pick({ id: true, number: true, role: true, content: true, metadata: true }),
  ),
  next: z.int().nullable(),
});
type Stored = z.infer<typeof page>['messages'][number];

/** Compares a chat's book with what the server has stored of its session: each message once, each ended turn with one end. */
export async function checkSession(url: string, chat: BookedChat, tally: Tally): Promise<void> {
  if (chat.session === null) return;
  const path = `/api/memory/sessions/${chat.session}`;
  if (!chat.hasBegun() && (await ask(url, { path, headers: chat.headers })).status === 404) return;
  const stored = await readMessages(url, path, chat.headers);
  const users = stored.filter(({ role }) => role === 'user');
  for (const { id, content, isAcknowledged, end } of chat.said) {
    const found = users.filter((one) => one.id === id);
    const what = `session ${chat.session}: ${content.slice(0, 80)}`;
    if (isAcknowledged && found.length === 0) tally.fail('lost', `acknowledged, not stored: ${what}`);
    if (found.length > 1) tally.fail('doubled', `stored ${found.length} times: ${what}`);
    const [message] = found;
    if (message === undefined) continue;
    if (message.content !== content) tally.fail('other', `stored with another text: ${what}`);
    const ends = endsOf(stored, message);
    if (ends > 1) tally.fail('doubled', `a turn with ${ends} ends: ${what}`);
    if (end !== null && ends === 0) tally.fail('lost', `the end of a turn is not stored: ${what}`);
  }
  if (users.length > chat.said.length)
    tally.fail('doubled', `session ${chat.session} has more messages than were said`);
}

const endsOf = (stored: Stored[], { metadata }: Stored): number =>
  stored.filter((one) => one.metadata['end'] !== undefined && one.metadata['turn'] === metadata['turn'])
    .length;

async function readMessages(url: string, path: string, headers: BookedChat['headers']): Promise<Stored[]> {
  const all: Stored[] = [];
  for (let after: number | null = 0; after !== null;) {
    const read = page.parse(await askJson(url, `${path}?limit=200&after=${after}`, { headers }));
    all.push(...read.messages);
    after = read.next;
  }
  return all;
}
