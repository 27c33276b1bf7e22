import type { Answer, Client, Form } from './client.ts';

type Page = Answer<'GET /api/memory/sessions/:id', Form>;

/** A session with all its messages, as they are stored. */
export type StoredConversation = { session: Page['session']; messages: Page['messages'][number][] };

/** Reads a whole session. Throws what the client throws. */
export async function readConversation<As extends Form>(
  { ask }: Client<As>,
  id: string,
): Promise<StoredConversation> {
  const pageAfter = (after: number): Promise<Page> =>
    ask('GET /api/memory/sessions/:id', { path: { id }, query: { after, limit: 200 } });
  const { session, messages, next } = await pageAfter(0);
  const all: StoredConversation['messages'] = [...messages];
  for (let after = next; after !== null;) {
    const page = await pageAfter(after);
    all.push(...page.messages);
    after = page.next;
  }
  return { session, messages: all };
}

/** A conversation as a file: its texts as Markdown, or everything that is stored of it as JSON. */
export function conversationFile(
  { session, messages }: StoredConversation,
  format: 'markdown' | 'json',
): { name: string; type: string; text: string } {
  const title = (session.name ?? session.firstWords ?? 'Conversation').split('\n', 1)[0]?.slice(0, 80) ?? '';
  const name = title.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'conversation';
  if (format === 'json') {
    const text = `${JSON.stringify({ session, messages }, null, 2)}\n`;
    return { name: `${name}.json`, type: 'application/json', text };
  }
  const said = messages.filter(({ type, content }) => type === 'text' && content.trim() !== '');
  const parts = said.map(({ role, content, createdAt }) => {
    const who = role === 'user' ? 'You' : 'DevAI';
    return `**${who}**, ${new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC\n\n${content.trim()}\n`;
  });
  return { name: `${name}.md`, type: 'text/markdown', text: [`# ${title}\n`, ...parts].join('\n') };
}
