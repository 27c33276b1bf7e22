import { z } from 'zod';
import { shownHit } from '../../../protocol/memory.ts';
import { shownMessage } from '../../../protocol/session.ts';
import { ask, type Asking } from '../ask.ts';
import type { Command, Context } from '../command.ts';
import { filterFields, filterOptions, limitOption, projectOption } from '../filter-options.ts';
import { moment, shortId, twoDigits } from '../figures.ts';
import { renderHit } from '../hit-lines.ts';
import type { MemoryApi } from '../memory-api.ts';
import type { Paper } from '../paper.ts';
import { renderDegraded } from '../render-degraded.ts';
import { renderTable } from '../render-table.ts';

const usualLimit = 15;

const found = z.object({
  hits: z.array(shownHit.extend({ reason: z.string() })),
  messages: z.array(z.object({ message: shownMessage, score: z.number() })),
  degraded: z.array(z.string()),
});
type Found = z.infer<typeof found>;

const relevant = z.object({
  memories: z.array(shownHit.extend({ injected: z.boolean(), reason: z.string() })),
  block: z.string(),
  signals: z.string(),
  tokens: z.int(),
  degraded: z.array(z.string()),
});
type Relevant = z.infer<typeof relevant>;

export const search: Command = {
  name: 'search',
  words: '"<text>"',
  summary: 'memories that are relevant for a text; with --explain what a prompt would get, and why',
  details: `With --explain also the nearest misses. Nothing is strengthened by it. A prompt knows no filters: with one of them
--explain gives the figures of what was found, without misses.`,
  options: {
    explain: { kind: 'flag', help: 'the figures of each, whether it would be put into the prompt, and why' },
    messages: { kind: 'flag', help: 'also past messages, by their words' },
    project: projectOption,
    ...filterOptions,
    limit: limitOption(200, usualLimit),
  },
  counts: [1, 1],
  async run(context) {
    const { options, connect, output } = context;
    const api = await connect();
    const filter = filterFields(options);
    const isPreview =
      options.flag('explain') && Object.keys(filter).length === 0 && options.text('limit') === undefined;
    if (!isPreview) {
      const result = await searchFor(api, context, filter, options.flag('messages'));
      output.answer(result, (value, paper) => renderFound(value, options.flag('explain'), paper));
      return;
    }
    const preview = await previewFor(api, context);
    const messages = options.flag('messages') ? (await searchFor(api, context, {}, true)).messages : [];
    output.answer({ ...preview, messages }, renderPreview);
  },
};

function searchFor(
  api: MemoryApi,
  { words: [text], options, signal }: Context,
  { minImportance, ...filter }: NonNullable<Asking['query']>,
  messages: boolean,
): Promise<Found> {
  const json = {
    text,
    project: options.text('project'),
    ...filter,
    minImportance,
    messages,
    limit: Number(options.text('limit') ?? usualLimit),
  };
  return ask(api, found, ['POST', '/api/memory/search'], { json, signal });
}

function previewFor(api: MemoryApi, { words: [text], options, signal }: Context): Promise<Relevant> {
  const json = { text, project: options.text('project') };
  return ask(api, relevant, ['POST', '/api/memory/relevant'], { json, signal });
}

function renderFound({ hits, messages, degraded }: Found, isExplained: boolean, paper: Paper): string {
  const memories = isExplained
    ? hits.map((hit) => renderHit(hit, paper)).join('\n')
    : renderTable(
        [
          { title: 'id', value: ({ memory }) => shortId(memory.id) },
          { title: 'score', value: ({ score }) => twoDigits(score), align: 'right' },
          { title: 'similar', value: ({ similarity }) => twoDigits(similarity), align: 'right', spare: 1 },
          { title: 'words', value: ({ wordScore }) => twoDigits(wordScore), align: 'right', spare: 2 },
          { title: 'namespace', value: ({ memory }) => memory.namespace, spare: 4 },
          { title: 'type', value: ({ memory }) => memory.memoryType, spare: 3 },
          { title: 'content', value: ({ memory }) => memory.content },
        ],
        hits,
        paper,
      );
  return [
    hits.length === 0 ? 'Nothing relevant is remembered.' : memories,
    ...renderMessages(messages, paper),
    ...renderDegraded(degraded, paper),
  ].join('\n\n');
}

function renderPreview({ messages, ...preview }: Relevant & Pick<Found, 'messages'>, paper: Paper): string {
  const injected = preview.memories.filter((hit) => hit.injected);
  const left = preview.memories.filter((hit) => !hit.injected);
  const group = (title: string, hits: Relevant['memories']): string[] =>
    hits.length === 0
      ? []
      : [`${paper.paint('bold', title)}\n${hits.map((hit) => renderHit(hit, paper)).join('\n')}`];
  return [
    injected.length === 0 ? 'Nothing relevant is remembered: the prompt would get no memories.' : '',
    ...group(`Into the prompt (${preview.tokens} tokens)`, injected),
    ...group('Left out: too little room, or not near enough', left),
    ...renderMessages(messages, paper),
    ...renderDegraded(preview.degraded, paper),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderMessages(messages: Found['messages'], paper: Paper): string[] {
  if (messages.length === 0) return [];
  const table = renderTable(
    [
      { title: 'session', value: ({ message }) => shortId(message.sessionId) },
      { title: 'no.', value: ({ message }) => String(message.number), align: 'right', spare: 1 },
      { title: 'when', value: ({ message }) => moment(message.createdAt), spare: 3 },
      { title: 'by', value: ({ message }) => message.role, spare: 2 },
      { title: 'message', value: ({ message }) => message.content },
    ],
    messages,
    paper,
  );
  return [`${paper.paint('bold', 'Past messages')}\n${table}`];
}
