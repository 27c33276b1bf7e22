import { pick, seededRandom } from './seeded-random.ts';
import { english, german, thai, type Vocabulary } from './filler-vocabulary.ts';

/** Half of the statements are English, the others German and Thai. */
const vocabularies = [english, english, german, thai];
const syllables = 'ba|kel|mo|rin|ta|vos|lu|ner|shi|dar|quo|zen|pol|ifa|gor|wex|hal|tin|ur|bek'.split('|');

/**
 * Generates this many different statements from random sentences and words about coding, operations, people and daily
 * life. The same seed gives the same statements.
 */
export function* fillerStatements(count: number, seed = 20_261_121): Generator<string> {
  const random = seededRandom(seed);
  const seen = new Set<string>();
  while (seen.size < count) {
    const statement = makeStatement(random);
    if (seen.has(statement)) continue;
    seen.add(statement);
    yield statement;
  }
}

function makeStatement(random: () => number): string {
  const { sentences, slots } = pickFrom(vocabularies, random);
  return pickFrom(sentences, random).replaceAll(/\{(\w+)\}/gu, (_, slot: string) =>
    fill(slot, slots, random),
  );
}

function fill(slot: string, slots: Vocabulary['slots'], random: () => number): string {
  if (slot === 'number') return String(10 + pick(random, 9_990));
  if (slot === 'small') return String(2 + pick(random, 20));
  if (slot === 'year') return String(2_019 + pick(random, 8));
  if (slot === 'name') return nameOf(random);
  const entries = slots[slot];
  if (!entries) throw new Error(`filler: nothing to put for {${slot}}`);
  return pickFrom(entries, random);
}

function nameOf(random: () => number): string {
  const name = Array.from({ length: 2 + pick(random, 2) }, () => pickFrom(syllables, random)).join('');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function pickFrom<Item>(items: Item[], random: () => number): Item {
  const item = items[pick(random, items.length)];
  if (item === undefined) throw new Error('filler: an empty list');
  return item;
}
