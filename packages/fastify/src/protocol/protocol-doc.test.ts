import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { clientFrame, maximumMessageLength, serverFrame } from './frames.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/protocol.md'), 'utf8');

const shape = z.looseObject({
  oneOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});

const sides = [
  { side: 'client', schema: clientFrame, text: sectionOf(page, '## What the client sends') },
  { side: 'server', schema: serverFrame, text: sectionOf(page, '## What the server sends') },
];
const frames = sides.flatMap(({ side, schema, text }) =>
  [...fieldsByType(schema)].map(([type, fields]) => ({
    side,
    type,
    fields,
    section: sectionOf(text, `### \`${type}\``),
  })),
);

test.each(frames)(
  'the page names every field of $type from the $side, and no other',
  ({ fields, section }) => {
    expect(section.trim()).not.toBe('');
    const missing = [...fields].filter((field) => !section.includes(`\`${field}\``));
    expect(missing).toEqual([]);
    const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field ?? '');
    expect(rows.filter((field) => !fields.has(field))).toEqual([]);
  },
);

test.each(sides)('the page describes no frame that the $side does not send', ({ schema, text }) => {
  const described = [...text.matchAll(/^### `(\w+)`$/gm)].map(([, type]) => type);
  expect(described).toEqual([...fieldsByType(schema).keys()]);
});

test('the page names the limit of a message', () => {
  expect(page).toContain(maximumMessageLength.toLocaleString('en-US'));
});

/** The text under a heading, up to the next one of its level. */
function sectionOf(text: string, heading: string): string {
  const level = /^#+/.exec(heading)?.[0] ?? '';
  const [, after = ''] = text.split(`\n${heading}\n`);
  return after.split(new RegExp(`\n${level} `))[0] ?? '';
}

/** Each frame's type with the names of its fields, those of nested objects too. */
function fieldsByType(schema: z.ZodType): Map<string, Set<string>> {
  const { oneOf, anyOf } = shape.parse(z.toJSONSchema(schema));
  const described = (oneOf ?? anyOf ?? []).map((frame) => {
    const { properties = {} } = shape.parse(frame);
    const { const: type } = z.object({ const: z.string() }).parse(properties['type']);
    delete properties['type'];
    return [type, namesIn({ properties })] as const;
  });
  return new Map(described);
}

function namesIn(schema: unknown): Set<string> {
  const parsed = shape.safeParse(schema);
  if (!parsed.success) return new Set();
  const { properties = {}, items, oneOf = [], anyOf = [] } = parsed.data;
  const inner = [...Object.values(properties), items, ...oneOf, ...anyOf];
  return new Set([...Object.keys(properties), ...inner.flatMap((one) => [...namesIn(one)])]);
}
