import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { GetPromptResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Backend } from './backend.ts';
import { asked } from './resources.ts';
import { standingAndFocus } from './standing.ts';

/** What a user may choose in a client's menu. */
export function registerPrompts(mcp: McpServer, backend: Backend): void {
  mcp.registerPrompt(
    'what-do-you-know-about-me',
    {
      title: 'What do you know about me?',
      description: 'Tells what is remembered about you, and how to change it',
    },
    async () => {
      const { standing } = await asked(() => standingAndFocus(backend));
      return said(
        'What do you know about me?',
        standing === ''
          ? 'Memory has nothing that stands in every prompt.'
          : `This stands in every prompt:\n\n${standing}`,
        'Use the tool "search" for more, tell it in plain words, say what was concluded and not said by me, and that I can correct or forget any of it.',
      );
    },
  );
  mcp.registerPrompt(
    'remember-this-conversation',
    { title: 'Remember this conversation', description: 'Keeps what helps later of this conversation' },
    () =>
      said(
        'Look through this conversation, and keep with the tool "remember" what will help in later sessions: decisions with their reasons, corrections, preferences, rules, ways that worked, facts that do not stand in the files.',
        'First "recall" what is known, so that nothing is kept twice. One sentence each, none about this conversation itself. Then list what you kept.',
      ),
  );
  mcp.registerPrompt(
    'where-were-we',
    { title: 'Where were we?', description: 'Sums up recent work' },
    async () => {
      const { focus } = await asked(() => standingAndFocus(backend));
      return said(
        'Where were we?',
        focus === '' ? 'Memory has no recent topics.' : focus,
        'Use the tool "recall" for the open questions and the last decisions of these topics, and sum up in a few lines.',
      );
    },
  );
  mcp.registerPrompt(
    'recall',
    {
      title: 'Recall',
      description: 'Puts what is remembered about something into the conversation',
      argsSchema: { question: z.string().min(1).max(20_000).describe('What it is about') },
    },
    async ({ question }) => {
      const { block } = await asked(async () =>
        backend.ask('POST /api/memory/relevant', {
          json: { text: question, project: await backend.project(), strengthen: true },
        }),
      );
      return said(
        question,
        block === '' ? 'Memory has nothing about it.' : `From memory, data to check:\n\n${block}`,
      );
    },
  );
}

const said = (...parts: string[]): GetPromptResult => ({
  messages: [{ role: 'user', content: { type: 'text', text: parts.join('\n\n') } }],
});
