import type { found, foundInStores, relevant } from '@devai/fastify/protocol/search';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { shortId } from '../terminal/written.ts';
import { filtered, text, wholeNumber } from './filter-options.ts';
import { messageName } from './message-name.ts';
import { viewHits, viewReasoned } from './views.ts';

type Found = z.infer<typeof found>;
type FoundInStores = z.infer<typeof foundInStores>;
type Preview = z.infer<typeof relevant> & Pick<Found, 'messages'>;

const usualLimit = 15;

export const createSearch = (context: Context) =>
  filtered('search')
    .description(
      `Find memories that are relevant to a text. --explain shows what a prompt would get and why, and the nearest misses. With a filter
or a limit, which prompts do not have, it shows the scores of the results instead. Searching does not strengthen memories.`,
    )
    .argument('<text>', 'what to search for, in quotes', text)
    .option('--explain', 'show scores, and why each would or would not be in the prompt')
    .option('--messages', 'search past messages too')
    .option('--documents', 'search documents too; one list, best first')
    .option('--sessions', 'search the gists of sessions too; one list, best first')
    .option('--limit <n>', `maximum number (default: ${usualLimit})`, wholeNumber(200))
    .action(async (about, { explain = false, messages = false, documents, sessions, ...options }) => {
      const { project, limit, ...filter } = options;
      if (documents || sessions) {
        const stores = [
          'memories' as const,
          ...(messages ? (['messages'] as const) : []),
          ...(sessions ? (['sessions'] as const) : []),
          ...(documents ? (['documents'] as const) : []),
        ];
        const json = { text: about, project, ...filter, stores, limit: limit ?? usualLimit };
        await context.answer('POST /api/memory/search', { json }, (result) => viewAny(result, explain));
        return;
      }
      const { ask, output } = context;
      const searchFor = (withMessages: boolean) =>
        ask('POST /api/memory/search', {
          json: { text: about, project, ...filter, messages: withMessages, limit: limit ?? usualLimit },
        });
      if (!explain || Object.keys(filter).length > 0 || limit !== undefined) {
        await output.answer(await searchFor(messages), (result) => viewAny(result, explain));
        return;
      }
      const json = { text: about, project };
      const preview = await ask('POST /api/memory/relevant', { json });
      const past = messages ? await searchFor(true) : null;
      await output.answer(
        { ...preview, messages: past && 'messages' in past ? past.messages : [] },
        viewPreview,
      );
    });

const viewAny = (result: Found | FoundInStores, isExplained: boolean) =>
  'messages' in result ? viewFound(result, isExplained) : viewAll(result);

const viewAll = ({ hits, degraded }: FoundInStores) => ({
  degraded: degraded.join('\n'),
  Found: hits.map((hit) => {
    const { id, content } = shown(hit);
    return {
      id: hit.store === 'messages' ? id : shortId(id),
      store: hit.store,
      relevant: hit.isRelevant ? 'yes' : 'perhaps',
      score: hit.score,
      content,
    };
  }),
});

function shown(hit: FoundInStores['hits'][number]): { id: string; content: string } {
  switch (hit.store) {
    case 'memories':
      return hit.memory;
    case 'messages':
      return { id: messageName(hit.message), content: hit.message.content };
    case 'sessions':
      return { id: hit.session.id, content: `${hit.session.name ?? ''}: ${hit.session.gist ?? ''}` };
    case 'documents': {
      const { path } = hit.document;
      const { firstLine, lastLine, headings, content } = hit.chunk;
      const place = [`${path}:${firstLine}-${lastLine}`, ...headings].join(' › ');
      return { id: hit.document.id, content: `${place}: ${content}` };
    }
  }
}

const viewFound = ({ hits, messages, degraded }: Found, isExplained: boolean) => ({
  degraded: degraded.join('\n'),
  Memories: isExplained
    ? viewHits(hits)
    : hits.map(({ memory, isRelevant, score, similarity, wordScore }) => ({
        id: shortId(memory.id),
        relevant: isRelevant ? 'yes' : 'perhaps',
        score,
        similar: similarity,
        words: wordScore,
        type: memory.memoryType,
        namespace: memory.namespace,
        content: memory.content,
      })),
  ...viewMessages(messages),
});

const viewPreview = ({ memories, said, passages, tokens, messages, degraded }: Preview) => ({
  degraded: degraded.join('\n'),
  [`Into the prompt (${tokens} tokens)`]: viewHits(memories.filter(({ injected }) => injected)),
  'Left out: no room, or not relevant enough': viewHits(memories.filter(({ injected }) => !injected)),
  'Said before': said.map(({ excerpt, injected, reason, message }) =>
    viewReasoned(messageName(message), `${injected ? '' : '(left out) '}${excerpt}`, reason),
  ),
  Documents: passages.map(({ source, provenance, injected, reason }) =>
    viewReasoned(source, `${injected ? '' : '(left out) '}${provenance.title}`, reason),
  ),
  ...viewMessages(messages),
});

const viewMessages = (messages: Found['messages']) => ({
  'Past messages': messages.map(({ message }) => ({
    id: messageName(message),
    by: message.role,
    when: message.createdAt,
    message: message.content,
  })),
});
