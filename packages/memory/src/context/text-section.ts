import { redact } from '../redaction/redact.ts';
import { countTokens } from '../text/tokens.ts';
import { itemsHash } from './context-hash.ts';
import { fillItems, separatorTokens } from './fill.ts';
import type { Item, ItemInput, Section, SectionInput } from './section.ts';

/** A section with the tokens of its items. */
export type Measured = { section: SectionInput; items: Omit<Item, 'state'>[]; wanted: number };

/** Counts and redacts the items of a section. */
export async function measure(section: SectionInput): Promise<Measured> {
  const items = await Promise.all(section.items.map((item) => measureItem(item, section.source === 'host')));
  return { section, items, wanted: items.reduce((sum, { tokens }) => sum + tokens + separatorTokens, 0) };
}

const measured = new WeakMap<ItemInput, Promise<Omit<Item, 'state'>>>();

/** Measured once for as long as the host keeps the same item, such as a file that does not change. */
function measureItem(item: ItemInput, isOfHost: boolean): Promise<Omit<Item, 'state'>> {
  const known = measured.get(item);
  if (known) return known;
  const { id = null, text, short, tokens, shortTokens } = item;
  const made = (async () => ({
    id,
    text: isOfHost ? await redact(text) : text,
    tokens: tokens ?? countTokens(text),
    shortTokens: short === undefined ? null : (shortTokens ?? countTokens(short)),
  }))();
  measured.set(item, made);
  return made;
}

/** Puts items into a section while they fit. */
export function textSection({ section, items, wanted }: Measured, granted: number): Section {
  const shortOf = (index: number) => section.items[index]?.short ?? null;
  const filled = fillItems(items, granted).map((item, index) =>
    item.state === 'short' ? { ...item, text: shortOf(index) } : item,
  );
  const included = filled.flatMap(({ text }) => text ?? []);
  const {
    type,
    priority,
    zone,
    source,
    separator = '\n',
    unordered = false,
    candidates = [],
    mentions = [],
  } = section;
  return {
    type,
    priority,
    zone,
    source,
    tokens: filled.reduce((sum, item) => sum + tokensIn(item), 0),
    offeredTokens: wanted,
    hash: itemsHash(included, unordered),
    items: filled,
    separator,
    unordered,
    candidates,
    mentions,
    messages: [],
    leftOut: [],
  };
}

function tokensIn({ state, tokens, shortTokens }: Item): number {
  if (state === 'left_out') return 0;
  return (state === 'whole' ? tokens : (shortTokens ?? 0)) + separatorTokens;
}

/** The stored form of a section. */
export const keptText = ({ items, separator }: Section): string =>
  items.flatMap(({ text }) => text ?? []).join(separator);

/** What the model sees of a section: texts of the host as they are, not as they are stored. */
export function sentText(section: Section, given: Measured | undefined): string {
  return section.items
    .flatMap((item, index) => {
      const whole = given?.section.items[index]?.text;
      return item.text === null ? [] : [item.state === 'whole' && whole !== undefined ? whole : item.text];
    })
    .join(section.separator);
}
