import { expect, it, vi } from 'vitest';
import type { Source, SourceItem } from '../ports.ts';
import { searchSources } from './search-sources.ts';

const query = { query: 'q', vector: null, project: 'p', budgetTokens: 100 };

it('asks all sources at the same time, and takes what each finds, redacted', async () => {
  const { promise: both, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const search = async (): Promise<SourceItem[]> => {
    asked += 1;
    if (asked === 2) resolve();
    await both;
    return [item(`the password is hunter2horse${asked}`)];
  };
  const { items, degraded } = await ask([source('wiki', search), source('tickets', search)]);
  expect(items.map(({ source: from }) => from)).toEqual(['wiki', 'tickets']);
  expect(JSON.stringify(items.map(({ text }) => text))).not.toContain('hunter2');
  expect(degraded).toEqual([]);
});

it.each<[string, Source['search'], string]>([
  ['fails', () => Promise.reject(new Error('the wiki is down')), 'the wiki is down'],
  ['never answers', () => new Promise(() => {}), 'no answer within 30 ms'],
  ['gives a score above 1', async () => [item('a', 7)], 'malformed'],
  ['gives an empty text', async () => [item(' ')], 'malformed'],
])('goes on without a source that %s, and says so', async (_, search, why) => {
  const { items, degraded, warn } = await ask([
    source('wiki', search),
    source('good', async () => [item('x')]),
  ]);
  expect(items.map(({ text }) => text)).toEqual(['x']);
  expect(degraded).toEqual([expect.stringMatching(`^wiki could not be searched .*${why}`)]);
  expect(warn).toHaveBeenCalledOnce();
});

it('stops when the caller does', async () => {
  const stopping = new AbortController();
  const searched = ask([source('wiki', () => new Promise(() => {}))], stopping.signal);
  stopping.abort(new Error('cancelled'));
  await expect(searched).rejects.toThrow('cancelled');
});

function item(text: string, score = 0.5): SourceItem {
  return {
    text,
    score,
    provenance: { id: text, title: `wiki/${text}` },
  };
}

function source(id: string, search: Source['search']): Source {
  return { id, search };
}

function ask(sources: Source[], signal?: AbortSignal) {
  const warn = vi.fn<() => void>();
  const log = { debug() {}, info() {}, error() {}, warn };
  return searchSources(sources, query, { milliseconds: 30, signal, log }).then((found) => ({
    ...found,
    warn,
  }));
}
