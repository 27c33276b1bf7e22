import { found, relevant } from '@devai/api/protocol/search';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';
import { moment, shortId, twoDigits } from './figures.ts';
import { filtered, text, wholeNumber } from './filter-options.ts';
import { renderDegraded, renderHit, renderSection } from './hit-lines.ts';

type Found = z.infer<typeof found>;
type Preview = z.infer<typeof relevant> & Pick<Found, 'messages'>;

const usualLimit = 15;

export const search = ({ ask, output }: Context) =>
  filtered('search')
    .description(
      `Find memories that are relevant for a text. With --explain, show what a prompt would get and why, and the nearest misses.
Prompts have no filters: with a filter or a limit, --explain shows the scores of the results, without misses. Searching does
not strengthen memories.`,
    )
    .argument('<text>', 'in quotes', text)
    .option('--explain', 'show the scores, and whether and why each would be put into the prompt')
    .option('--messages', 'search past messages too')
    .option('--limit <n>', `maximum number (default: ${usualLimit})`, wholeNumber(200))
    .action(async (about, { explain = false, messages = false, project, limit, ...filter }) => {
      const searchFor = (withMessages: boolean) =>
        ask(found, ['POST', '/api/memory/search'], {
          json: { text: about, project, ...filter, messages: withMessages, limit: limit ?? usualLimit },
        });
      if (!explain || Object.keys(filter).length > 0 || limit !== undefined) {
        const result = await searchFor(messages);
        output.answer(result, (value, style) => renderFound(value, explain, style));
        return;
      }
      const preview = await ask(relevant, ['POST', '/api/memory/relevant'], {
        json: { text: about, project },
      });
      const past = messages ? (await searchFor(true)).messages : [];
      output.answer({ ...preview, messages: past }, renderPreview);
    });

function renderFound({ hits, messages, degraded }: Found, isExplained: boolean, style: Style): string {
  const memories = isExplained
    ? hits.map((hit) => renderHit(hit, style)).join('\n')
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
        style,
      );
  return [
    hits.length === 0 ? 'Nothing relevant is remembered.' : memories,
    ...renderMessages(messages, style),
    ...renderDegraded(degraded, style),
  ].join('\n\n');
}

function renderPreview({ memories, tokens, messages, degraded }: Preview, style: Style): string {
  const hits = (injected: boolean): string[] =>
    memories.filter((hit) => hit.injected === injected).map((hit) => renderHit(hit, style));
  const inPrompt = hits(true);
  return [
    ...(inPrompt.length === 0 ? ['Nothing relevant is remembered: the prompt would get no memories.'] : []),
    ...renderSection(`Into the prompt (${tokens} tokens)`, inPrompt, style),
    ...renderSection('Left out: no room, or not relevant enough', hits(false), style),
    ...renderMessages(messages, style),
    ...renderDegraded(degraded, style),
  ].join('\n\n');
}

function renderMessages(messages: Found['messages'], style: Style): string[] {
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
    style,
  );
  return renderSection('Past messages', [table], style);
}
