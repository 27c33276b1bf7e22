import { expect, it } from 'vitest';
import { groupsByName, namedPattern } from './named-groups.ts';

it('finds what any group of a name holds', () => {
  const pattern = namedPattern(
    String.raw`^(?<verb>save|note) (?<what>\w+)$|^please (?<verb>\w+)$|(?<=x)(?<verb>y)`,
    'u',
  );
  const found = (text: string) => groupsByName(pattern.exec(text)?.groups);
  expect(found('save that')).toEqual({ verb: 'save', what: 'that' });
  expect(found('please save')).toEqual({ verb: 'save' });
  expect(found('xy')).toEqual({ verb: 'y' });
  expect(found('nothing')).toEqual({});
});

it('gives every group a name of its own, because Node 22 takes a name once', () => {
  const { source } = namedPattern('(?<a>1)|(?<a>2)|(?<b>3)|(?<a>4)', '');
  const names = Array.from(source.matchAll(/\(\?<(\w+)>/g), ([, name]) => name);
  expect(new Set(names).size).toBe(4);
});
