import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storableText } from '../../text/storable-text.ts';
import { defaultPlace } from '@devai/db';
import { encodeCall, storableJson } from './encode-arguments.ts';

describe('text for the store', () => {
  it('is unchanged if Postgres can hold it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\0'));
        expect(storableText(text)).toBe(text);
        expect(JSON.parse(storableJson({ [text]: text }))).toEqual({ [text]: text });
      }),
    );
  });

  it('has U+FFFD in place of each NUL and each half surrogate pair, and no other change', () => {
    const unit = fc.constantFrom(
      'a',
      '\\',
      '\\u0000',
      '\\ud83d',
      '"',
      '\n',
      '\0',
      '\ud83d',
      '\ude00',
      '😀',
      'ก',
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const expected = text.toWellFormed().replaceAll('\0', '\ufffd');
        expect(storableText(text)).toBe(expected);
        expect(JSON.parse(storableJson([text, { [text]: 1 }]))).toEqual([expected, { [expected]: 1 }]);
      }),
    );
  });
});

describe('a call', () => {
  it('names its arguments and casts them, with null for missing ones', () => {
    expect(
      encodeCall(
        'list_sessions',
        { user: 'me', project: 'a\0', children: false, parent: null, before: null, limit: 3 },
        defaultPlace,
      ),
    ).toEqual({
      sql: 'select public.devai_list_sessions(p_user => $1::text, p_project => $2::text, p_children => $3::boolean, p_parent => $4::uuid, p_before => $5::timestamp with time zone, p_limit => $6::integer) as result',
      parameters: ['me', 'a\ufffd', false, null, null, 3],
    });
    expect(encodeCall('count_open_jobs', {}, defaultPlace).sql).toBe(
      'select public.devai_count_open_jobs() as result',
    );
  });
});
