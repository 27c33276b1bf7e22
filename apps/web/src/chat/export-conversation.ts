import type { StoredConversation } from '@devai/react';

type Format = 'markdown' | 'json';

/** A conversation as a file: its texts as Markdown, or everything that is stored of it as JSON. */
export function exportConversation(
  { session, messages }: StoredConversation,
  format: Format,
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
