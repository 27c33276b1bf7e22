import { normal, pick, seededRandom } from '../../../packages/memory/testing/seeded-random.ts';

const dimensions = 512;
const projectCount = 200;
/** Zipf-Mandelbrot: the biggest project has 15 % of the projects' memories, the smallest 0.04 %. */
const sizeExponent = 1.42;
const sizeOffset = 2.1;
/** The approximate number of memories of one topic. */
const topicSize = 40;
/** The number of vectors of which topics are combined (two each), and of noises (two per memory). */
const partCount = 1024;
const vocabularySize = 20_000;
const wordsOfTopic = 6;
const wordsFromTopic = 3;
const otherWords = 9;
/** The rank from which on words belong to topics. A question contains none of lower rank, which are stop words. */
const firstTopicWord = 100;
const firstAskedWord = 10;

/**
 * Lengths of the vectors of which a memory's vector is the sum. Like with a usual embedder, two memories of a topic
 * have a cosine of about 0.6, of a project 0.2, of different projects 0.1; a question has about 0.5 to the memories
 * of its topic.
 */
const lengths = { shared: 0.3, project: 0.35, topicHalf: 0.424, noise: 0.45, questionNoise: 0.9 };

export type Topic = { halves: [number, number]; words: number[] };
export type WorldScope = { scope: string; memories: number; topics: Topic[]; part: number };
export type World = {
  scopes: WorldScope[];
  /** The vectors of which those of memories are sums, by number; a scope's own part comes first. */
  parts: Float64Array[];
  vocabulary: string[];
  seed: number;
  total: number;
};

export type SyntheticMemory = {
  number: number;
  id: string;
  scope: WorldScope;
  content: string;
  /** The numbers of the parts of its vector. */
  parts: [number, number, number, number, number];
};

export type Question = { scopes: string[]; vector: number[]; words: string[] };

/**
 * Creates projects of very different sizes with their own topics, in addition to the user's and the global memories.
 * The same seed gives the same world.
 */
export function createWorld(total: number, seed: number): World {
  const random = seededRandom(seed);
  const shared = randomVector(random, lengths.shared);
  const sizes = scopeSizes(total);
  const scopeParts = sizes.map(() => add(randomVector(random, lengths.project), shared));
  const halves = Array.from({ length: partCount }, () => randomVector(random, lengths.topicHalf));
  const noises = Array.from({ length: partCount }, () => randomVector(random, lengths.noise));
  const scopes = sizes.map(({ scope, memories }, part) => ({
    scope,
    memories,
    part,
    topics: Array.from({ length: Math.max(4, Math.round(memories / topicSize)) }, () =>
      createTopic(random, sizes.length),
    ),
  }));
  return {
    scopes,
    parts: [...scopeParts, ...halves, ...noises],
    vocabulary: Array.from({ length: vocabularySize }, (_, rank) => wordOfRank(rank)),
    seed,
    total,
  };
}

/** Yields all memories, with the scopes interleaved as they would be over time. */
export function* memoriesOf(world: World): Generator<SyntheticMemory> {
  const random = seededRandom(world.seed + 1);
  const order = shuffled(
    world.scopes.flatMap((scope, index) => Array.from({ length: scope.memories }, () => index)),
    random,
  );
  for (const [number, index] of order.entries()) {
    const scope = world.scopes[index];
    if (scope === undefined) continue;
    const topic = topicOf(scope, random);
    yield {
      number,
      id: randomId(random),
      scope,
      content: contentOf(world, topic, random),
      parts: [scope.part, ...topic.halves, noisePart(world, random), noisePart(world, random)],
    };
  }
}

/** Creates a question asked in one scope about a topic of another one; if both are the same, the scope has its answers. */
export function askIn(world: World, asked: WorldScope, about: WorldScope, random: () => number): Question {
  const topic = topicOf(about, random);
  const own = randomVector(random, lengths.questionNoise);
  const vector = [about.part, ...topic.halves].reduce((sum, part) => add(sum, partOf(world, part)), own);
  const ranks = [
    ...topic.words.slice(0, wordsFromTopic),
    randomRank(random, firstAskedWord),
    randomRank(random, firstAskedWord),
  ];
  return {
    scopes: ['devai/global', 'devai/user', asked.scope],
    vector: Array.from(vector),
    words: [...new Set(ranks.map((rank) => world.vocabulary[rank] ?? ''))],
  };
}

/** Returns the project whose number of memories is nearest. */
export function scopeOfSize(world: World, memories: number): WorldScope {
  const [nearest] = world.scopes
    .filter(({ scope }) => scope.startsWith('devai/project/'))
    .toSorted((one, other) => Math.abs(one.memories - memories) - Math.abs(other.memories - memories));
  if (nearest === undefined) throw new Error('the world has no project');
  return nearest;
}

function scopeSizes(total: number): { scope: string; memories: number }[] {
  const common = Math.max(1, Math.min(500, Math.round(total / 100)));
  const weights = Array.from(
    { length: projectCount },
    (_, index) => 1 / (index + 1 + sizeOffset) ** sizeExponent,
  );
  const sum = weights.reduce((one, other) => one + other, 0);
  const projects = weights.map((weight, index) => ({
    scope: `devai/project/project-${index + 1}`,
    memories: Math.round(((total - 2 * common) * weight) / sum),
  }));
  return [
    { scope: 'devai/global', memories: common },
    { scope: 'devai/user', memories: common },
    ...projects.filter(({ memories }) => memories > 0),
  ];
}

function createTopic(random: () => number, firstHalf: number): Topic {
  return {
    halves: [firstHalf + pick(random, partCount), firstHalf + pick(random, partCount)],
    words: Array.from({ length: wordsOfTopic }, () => randomRank(random, firstTopicWord)),
  };
}

function topicOf(scope: WorldScope, random: () => number): Topic {
  const topic = scope.topics[pick(random, scope.topics.length)];
  if (topic === undefined) throw new Error(`${scope.scope} has no topic`);
  return topic;
}

const noisePart = (world: World, random: () => number): number =>
  world.scopes.length + partCount + pick(random, partCount);

const partOf = (world: World, number: number): Float64Array =>
  world.parts[number] ?? new Float64Array(dimensions);

function contentOf(world: World, topic: Topic, random: () => number): string {
  const from = pick(random, wordsOfTopic);
  const ranks = [
    ...Array.from({ length: wordsFromTopic }, (_, index) => topic.words[(from + index) % wordsOfTopic] ?? 0),
    ...Array.from({ length: otherWords }, () => randomRank(random, 1)),
  ];
  return [...new Set(ranks.map((rank) => world.vocabulary[rank] ?? ''))].join(' ');
}

/** Zipf's law: a word of rank r occurs in proportion to 1 / r. */
function randomRank(random: () => number, first: number): number {
  return Math.floor(first * (vocabularySize / first) ** random());
}

/** A pronounceable word, different for each rank: three syllables of 30 each. */
function wordOfRank(rank: number): string {
  const syllable = (number: number) => `${'bdfklmnprs'[number % 10]}${'aio'[Math.floor(number / 10) % 3]}`;
  return `${syllable(rank % 30)}${syllable(Math.floor(rank / 30) % 30)}${syllable(Math.floor(rank / 900))}n`;
}

function randomId(random: () => number): string {
  const hex = Array.from({ length: 4 }, () =>
    pick(random, 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function randomVector(random: () => number, length: number): Float64Array {
  return Float64Array.from({ length: dimensions }, () => (length * normal(random)) / Math.sqrt(dimensions));
}

const add = (one: Float64Array, other: Float64Array): Float64Array =>
  one.map((value, index) => value + (other[index] ?? 0));

function shuffled(list: number[], random: () => number): number[] {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = pick(random, last + 1);
    [list[last], list[other]] = [list[other] ?? 0, list[last] ?? 0];
  }
  return list;
}
