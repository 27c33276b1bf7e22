import { z } from 'zod';
import type { JsonSchema } from '../ports.ts';
import { parseJson } from './read-json.ts';

/**
 * Returns a model's JSON in the form of the schema that it was shown, as far as its meaning is plain: names in another case or
 * with spaces, numbers and lists written as text, null for an empty list, one item in place of a list, a map in place of a list,
 * a bare list, and what is wrapped in another object. What cannot be read stays as it is, for the check that follows. Pure.
 */
export function fitToSchema(value: unknown, schema: JsonSchema): unknown {
  const shape = shapeOf(schema);
  const is = (type: string): boolean => shape.type.includes(type);
  if (value === undefined || shape.type.length === 0) return value;
  if (is('null') && isNothing(value)) return null;
  if (is('array')) return toList(unquoted(value), shape.items);
  if (is('object')) return toObject(unquoted(value), shape.properties);
  if (is('integer') || is('number')) return toNumber(value);
  if (!is('string')) return value;
  const text = toText(value);
  return typeof text === 'string' ? (nameIn(namesOf(shape), text) ?? text) : text;
}

/** Joins answers that a model gave in several pieces: lists are put together, without what they have twice. */
export function joinAnswers(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    const known = new Set(one.map((item) => JSON.stringify(item)));
    return [...one, ...other.filter((item) => !known.has(JSON.stringify(item)))];
  }
  if (!isRecord(one) || !isRecord(other)) return other ?? one;
  return { ...one, ...mapValues(other, (value, name) => joinAnswers(one[name], value)) };
}

/**
 * Returns the one of some names that a text means, whatever its case, spaces and hyphens, also with an explanation behind it;
 * undefined if it is none of them.
 */
export function nameIn<Name extends string>(names: readonly Name[], written: string): Name | undefined {
  const [head = ''] = written.split(/[.,;:(/|–—]|\s-\s/u);
  return [written, head]
    .map(folded)
    .flatMap((wanted) => names.find((name) => folded(name) === wanted) ?? [])[0];
}

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

const anySchema = z.record(z.string(), z.unknown());
const shape = z.object({
  type: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((type) => [type].flat()),
  enum: z.array(z.unknown()).default([]),
  items: anySchema.default({}),
  properties: z.record(z.string(), anySchema).default({}),
});
type Shape = z.infer<typeof shape>;
const shapeOf = (schema: JsonSchema): Shape => shape.parse(schema);
const namesOf = (one: Shape): string[] => one.enum.filter((name) => typeof name === 'string');

type Properties = Shape['properties'];
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapValues = (record: Record<string, unknown>, to: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value, name)]));

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^\W*(?:null|none|nil|n\/a|undefined)?\W*$/iu.test(value));

/** JSON that is written as a text in JSON. */
function unquoted(value: unknown): unknown {
  const read = typeof value === 'string' && /^\s*[{[]/.test(value) ? parseJson(value) : undefined;
  return read ?? value;
}

function toList(value: unknown, items: JsonSchema): unknown {
  const { type, properties } = shapeOf(items);
  const fit = (list: unknown[]): unknown[] =>
    list.filter((one) => one !== null).map((one) => fitToSchema(one, items));
  if (value === null) return [];
  if (type.includes('object')) {
    if (Array.isArray(value)) return fit(numbered(flat(value), properties));
    if (!isRecord(value)) return value;
    if (isItem(value, properties)) return fit([value]);
    return fit(flat(Object.entries(value).map(([key, one]) => withNumber(one, toNumber(key), properties))));
  }
  if (type.includes('array')) return Array.isArray(value) ? fit(value) : value;
  if (isRecord(value)) {
    const keys = Object.keys(value);
    const isNumbers = type.includes('integer') && keys.every((key) => typeof toNumber(key) === 'number');
    return fit(flat(isNumbers ? keys : Object.values(value)));
  }
  if (type.includes('integer')) return fit(flat([value].flat().map(numbersIn)));
  return fit(flat([typeof value === 'string' ? linesIn(value) : value]));
}

const flat = (list: unknown[]): unknown[] => list.flat(2);

const numbersIn = (value: unknown): unknown =>
  typeof value === 'string' ? (value.match(/#\d+/g) ?? value.match(/\d+(?:\.\d+)?/g) ?? value) : value;

/** Splits a text that stands for a list into its lines, without bullets. */
const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/u, '').trim())
    .filter((line) => line !== '');

/** Numbers the items of a list that have no number, by their places, if none has one. */
function numbered(list: unknown[], properties: Properties): unknown[] {
  const [first = ''] = Object.keys(properties);
  const isPlain = list.every((one) => (isRecord(one) ? one[first] === undefined : typeof one === 'string'));
  return isPlain ? list.map((one, index) => withNumber(one, index + 1, properties)) : list;
}

/** Adds the number of an item that begins with one. A text is its next property. */
function withNumber(one: unknown, number: unknown, properties: Properties): unknown {
  const [first, second] = Object.keys(properties);
  if (first === undefined || second === undefined) return one;
  if (typeof number !== 'number' || !shapeOf(properties[first] ?? {}).type.includes('integer')) return one;
  if (isRecord(one)) return { [first]: number, ...one };
  return typeof one === 'string' ? { [first]: number, [second]: one } : one;
}

function toObject(value: unknown, properties: Properties): unknown {
  const names = Object.keys(properties);
  const list = names.find((name) => {
    const { type, items } = shapeOf(properties[name] ?? {});
    return type.includes('array') && shapeOf(items).type.includes('object');
  });
  const ofList = list === undefined ? {} : shapeOf(shapeOf(properties[list] ?? {}).items).properties;
  const inList = (some: unknown): unknown =>
    list === undefined ? value : { [list]: toList(some, shapeOf(properties[list] ?? {}).items) };
  if (Array.isArray(value)) {
    const [one] = value;
    if (value.length === 1 && isRecord(one) && has(one, properties)) return toObject(one, properties);
    return value.length === 0 || numbered(value, ofList).some(isRecord) ? inList(value) : value;
  }
  if (!isRecord(value)) {
    const [first = ''] = names;
    const isText = typeof value === 'string' && shapeOf(properties[first] ?? {}).type.includes('string');
    return isText ? { [first]: value } : value;
  }
  if (!has(value, properties)) {
    const inside = Object.values(value).map(unquoted);
    const wrapped = inside.find((one) => isRecord(one) && has(one, properties));
    if (wrapped !== undefined) return toObject(wrapped, properties);
    if (isItem(value, ofList)) return inList([value]);
    const items = inside.find((one) => Array.isArray(one) && one.some((item) => isItem(item, ofList)));
    if (items !== undefined) return inList(items);
    const isMap = Object.keys(value).every((key) => typeof toNumber(key) === 'number');
    if (inside.length > 0 && (isMap || inside.every((one) => isItem(one, ofList)))) return inList(value);
    // the properties of an object that was left out may stand in its place
    if (!names.some((name) => has(value, shapeOf(properties[name] ?? {}).properties))) return value;
  }
  const given = withNames(value, names);
  const unnamed = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
  const fitted: Record<string, unknown> = { ...given };
  for (const name of names) {
    const schema = properties[name] ?? {};
    const inner = shapeOf(schema).properties;
    const isFlat = given[name] === undefined && has(unnamed, inner);
    const fit = fitToSchema(isFlat ? unnamed : given[name], schema);
    if (fit !== undefined) fitted[name] = fit;
  }
  return fitted;
}

const has = (value: Record<string, unknown>, properties: Properties): boolean =>
  countShared(value, properties) > 0;
/** Whether it is an item of a list with these properties: one shared name says little. */
const isItem = (value: unknown, properties: Properties): boolean =>
  isRecord(value) && countShared(value, properties) > 1;

function countShared(value: Record<string, unknown>, properties: Properties): number {
  const names = new Set(Object.keys(properties).map(folded));
  return Object.keys(value).filter((name) => names.has(folded(name))).length;
}

/** Gives the properties their names of the schema. */
function withNames(value: Record<string, unknown>, names: string[]): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, one]): [string, unknown] => {
    const meant = names.includes(name) ? name : names.find((known) => folded(known) === folded(name));
    return [meant === undefined || (meant !== name && meant in value) ? name : meant, one];
  });
  return Object.fromEntries(entries);
}

/** Reads a number written as text: "9", "#12", "9/10", "candidate 2". Leaves anything else as it is. */
function toNumber(value: unknown): unknown {
  if (isRecord(value)) {
    const inside = Object.values(value);
    return [...inside, ...inside.map(toNumber)].find((one) => typeof one === 'number') ?? value;
  }
  if (Array.isArray(value)) return value.length === 1 ? toNumber(value[0]) : value;
  if (typeof value !== 'string') return value;
  const text = value.normalize('NFKC');
  const [leading] = /^\s*-?\d+(?:\.\d+)?/u.exec(text.replace(/^\s*#/u, '')) ?? [];
  const all = text.match(/\d+/g) ?? [];
  const read = leading ?? (all.length === 1 ? all[0] : undefined);
  return read === undefined ? value : Number(read);
}

/** Reads a text written as a number, a list or an object. Leaves anything else as it is. */
function toText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  const texts = parts.filter((part) => typeof part === 'string' && part.trim() !== '');
  return texts.length > 0 && texts.length === parts.length ? texts.join('; ') : value;
}
