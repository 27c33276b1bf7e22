import type { Mutation } from './mutation.ts';

const rank = 'packages/memory/src/retrieval/rank.ts';
const relevance = 'packages/memory/src/retrieval/relevance.ts';
const neededEvidence = 'packages/memory/src/retrieval/needed-evidence.ts';
const findWords = 'db/functions/matching/_weigh_words.sql';
const matchRows = 'db/functions/matching/_match_rows.sql';
const matchNeighbours = 'db/functions/matching/match_neighbours.sql';
const tests = ['packages/memory/src/retrieval/'];
const eventTimes = ['packages/memory/src/retrieval/event-times'];
const matching = ['packages/memory/contract/memories-matching', 'packages/memory/contract/memories-filters'];

/** Faults in which memories answer a question, and in which order. */
export const ranking: Mutation[] = [
  {
    name: 'ties are broken by the oldest first',
    file: rank,
    find: 'b.memory.createdAt.getTime() - a.memory.createdAt.getTime() ||',
    replace: 'a.memory.createdAt.getTime() - b.memory.createdAt.getTime() ||',
    tests,
  },
  {
    name: 'ties are broken by the least important first',
    file: rank,
    find: 'b.memory.importance - a.memory.importance ||',
    replace: 'a.memory.importance - b.memory.importance ||',
    tests,
  },
  {
    name: 'a faded memory ranks as high as a fresh one',
    file: rank,
    find: 'Math.round(fit * strength * 1_000)',
    replace: 'Math.round(fit * 1_000)',
    tests,
  },
  {
    name: 'what is far below the best comes with it',
    file: rank,
    find: 'const fallOff = 0.45;',
    replace: 'const fallOff = 0;',
    tests,
  },
  {
    name: 'what was learnt on one occasion is not lifted by it',
    file: rank,
    find: 'const sessionPart = 0.3;',
    replace: 'const sessionPart = 0;',
    tests,
  },
  {
    name: 'one memory fewer than the limit is kept',
    file: rank,
    find: 'if (others > input.limit)',
    replace: 'if (others >= input.limit)',
    tests,
  },
  {
    name: 'pinned memories use up the limit',
    file: rank,
    find: "if (hit.legs.includes('pinned')) continue;",
    replace: '',
    tests,
  },
  {
    name: 'a statement that two scopes hold is kept twice',
    file: rank,
    find: 'statements.add(hit.memory.contentHash);',
    replace: '',
    tests,
  },
  {
    name: 'what the caller left out is kept all the same',
    file: rank,
    find: "if (exclude.has(id)) return 'excluded';",
    replace: '',
    tests,
  },
  {
    name: 'of many alike the evidence that is needed is that of the first match instead of the sixteenth',
    file: neededEvidence,
    find: 'const backgroundPlace = 16;',
    replace: 'const backgroundPlace = 1;',
    tests,
  },
  {
    name: 'what is of a time asked for needs as much other evidence as anything',
    file: relevance,
    find: 'const timeEvidence = 0.7;',
    replace: 'const timeEvidence = 0;',
    tests: ['packages/memory/src/retrieval/times'],
  },
  {
    name: 'a question for nothing but a time asks for nothing',
    file: relevance,
    find: 'question.asksOnlyTimes && fit === 1 ? needed : telling',
    replace: 'question.asksOnlyTimes && fit === 1 ? 0 : telling',
    tests: ['packages/memory/src/retrieval/times'],
  },
  {
    name: 'what is true since some time is an answer for every later day',
    file: relevance,
    find: 'const openPart = 0.3;',
    replace: 'const openPart = 1;',
    tests: eventTimes,
  },
  {
    name: 'a memory is found by its event time only if that ends in the time asked for',
    file: relevance,
    find: 'isClosed || endsThen',
    replace: 'endsThen',
    tests: ['packages/memory/src/retrieval/relevance'],
  },
  {
    name: 'what is learnt now counts as learnt at a time that is ahead',
    file: relevance,
    find: '!isAhead && since',
    replace: 'since',
    tests: ['packages/memory/src/retrieval/relevance'],
  },
  {
    name: 'the store finds by a time only what was learnt then',
    file: matchRows,
    find: 'tstzrange(m.holds_from, m.holds_until) && v_times',
    replace: 'false',
    tests: eventTimes,
  },
  {
    name: 'a question about whoever asks needs as much evidence as one about the world',
    file: 'packages/memory/src/retrieval/said.ts',
    find: 'const defaultAskerPart = 0.72;',
    replace: 'const defaultAskerPart = 1;',
    tests: ['packages/memory/src/retrieval/said.test'],
  },
  {
    name: 'evidence that is just enough is not enough',
    file: relevance,
    find: 'evidenceIn(judgement) >= needed',
    replace: 'evidenceIn(judgement) > needed',
    tests,
  },
  {
    name: 'importance 8 does not count as high',
    file: rank,
    find: 'memory.importance >= highImportance',
    replace: 'memory.importance > highImportance',
    tests,
  },
  {
    name: 'a low cosine counts beside a shared word, whatever the embedder',
    file: relevance,
    find: 'thresholds?.leastBesideWords ?? 0',
    replace: '0.3',
    tests,
  },
  {
    name: 'words weigh more than similarity',
    file: relevance,
    find: 'vectorPart * aboveFloor(similarity, thresholds.noiseFloor) + (1 - vectorPart) * words',
    replace: '(1 - vectorPart) * aboveFloor(similarity, thresholds.noiseFloor) + vectorPart * words',
    tests,
  },
  {
    name: 'of a long question as large a share has to be met as of a short one',
    file: relevance,
    find: 'Math.max(1, wordCount / typicalQuestion) ** lengthExponent',
    replace: '1',
    tests,
  },
  {
    name: 'a short message needs no more than a long one',
    file: 'packages/memory/src/retrieval/said.ts',
    find: 'Math.sqrt(Math.max(1, words.size) / tellingWords)',
    replace: '1',
    tests,
  },
  {
    name: 'parts of a word count as much as the word',
    file: findWords,
    find: 'case when c.is_part then 0.5 else 1 end',
    replace: '1',
    tests: matching,
  },
  {
    name: 'vectors of different embedders are compared',
    file: matchRows,
    find: 'case when c.embedding_model = p_embedding_model',
    replace: 'case when c.embedding_model is not null',
    tests: matching,
  },
  {
    name: 'a rare word weighs no more than a common one',
    file: findWords,
    find: '* ln(1 + (greatest(p_total, case when c.is_frequent then 1 else p_least end, c.holders) - c.holders + 0.5) / (c.holders + 0.5))',
    replace: '* 1::double precision',
    tests: matching,
  },
  {
    name: 'a frequent word weighs as much as any other in a small store',
    file: findWords,
    find: 'case when c.is_frequent then 1 else p_least end',
    replace: 'p_least',
    tests: ['packages/memory/src/retrieval/any-language.store.test.ts'],
  },
  {
    name: 'words of other scripts are not stemmed',
    file: 'db/functions/words/_stem.sql',
    find: 'exit when v_stemmer is null;',
    replace: 'exit;',
    tests: ['packages/memory/src/text/folded-words.store.test.ts'],
  },
  {
    name: 'words of the question that nobody holds do not lessen the share that is met',
    file: findWords,
    find: 'select sum(coalesce(w.weight_of_whole, w.weight)) as total_weight,',
    replace:
      'select sum(coalesce(w.weight_of_whole, w.weight)) filter (where cardinality(w.ids) > 0) as total_weight,',
    tests: matching,
  },
  {
    name: 'what is created at the end of the time asked for is found',
    file: matchRows,
    find: "m.created_at < (v_filter ->> 'until')::timestamptz",
    replace: "m.created_at <= (v_filter ->> 'until')::timestamptz",
    tests: matching,
  },
  {
    name: 'of the pinned memories that are too many the least important are brought',
    file: matchRows,
    find: '(select p.* from pool p where p.pinned order by p.importance desc, p.id limit v_most_pinned)',
    replace: '(select p.* from pool p where p.pinned order by p.importance, p.id limit v_most_pinned)',
    tests: matching,
  },
  {
    name: 'neighbours are fused by their words alone',
    file: matchNeighbours,
    find: 'case when p.is_near then 1.0 / (60 + p.place) else 0 end',
    replace: '0.0',
    tests: ['packages/memory/contract/memories-neighbours'],
  },
];
