import { expect, it } from 'vitest';
import { conversationFile } from './conversation-file.ts';

const conversation = Object({
  session: { name: null, firstWords: 'Wie heiß? 🔥/..\nIch frage' },
  messages: [
    { type: 'text', role: 'user', content: 'Wie heiß?', createdAt: '2026-11-02T10:00:30.000Z' },
    { type: 'tool_call', role: 'assistant', content: '', createdAt: '2026-11-02T10:00:31.000Z' },
    { type: 'text', role: 'assistant', content: '**900** Grad\n', createdAt: '2026-11-02T10:01:00.000Z' },
  ],
});

it('writes what was said as Markdown, under a name that any system takes', () => {
  expect(conversationFile(conversation, 'markdown')).toEqual({
    name: 'Wie-heiß.md',
    type: 'text/markdown',
    text: '# Wie heiß? 🔥/..\n\n**You**, 2026-11-02 10:00 UTC\n\nWie heiß?\n\n**DevAI**, 2026-11-02 10:01 UTC\n\n**900** Grad\n',
  });
});

it('writes everything that is stored as JSON', () => {
  const { name, text } = conversationFile(conversation, 'json');
  expect(name).toBe('Wie-heiß.json');
  expect(JSON.parse(text)).toEqual(conversation);
});
