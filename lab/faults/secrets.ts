import type { Mutation } from './mutation.ts';

const redaction = 'packages/memory/src/redaction/redact.ts';
const looksSecret = 'packages/memory/src/redaction/looks-secret.ts';
const tests = ['packages/memory/src/redaction/'];

/** Faults in redaction before a text is stored. */
export const secrets: Mutation[] = [
  {
    name: 'a secret that another one hid stays',
    file: redaction,
    find: 'findings.length > 0; findings = await find(redacted)) {',
    replace: 'findings.length > 0; findings = []) {',
    tests,
  },
  {
    name: 'of two secrets that overlap the end of the longer one stays',
    file: redaction,
    find: 'copied = Math.max(copied, end);',
    replace: 'copied = end;',
    tests,
  },
  {
    name: 'a secret behind a line end in JSON is not found',
    file: redaction,
    find: ".replaceAll(escapedLineEnds, (escape) => '\\n'.repeat(escape.length))",
    replace: '',
    tests,
  },
  {
    name: 'a long secret is covered only as far as it was looked at',
    file: 'packages/memory/src/redaction/read-value.ts',
    find: 'value.isQuoted || value.text.length < longestLook',
    replace: 'value.isQuoted || value.text.length <= longestLook',
    tests,
  },
  {
    name: 'a password of six digits is taken for a number',
    file: looksSecret,
    find: '/^\\d{6,}$/.test(value)',
    replace: '/^\\d{7,}$/.test(value)',
    tests,
  },
  {
    name: 'a plain word in a line of environment variables is no secret',
    file: looksSecret,
    find: "return value.length >= 4 && !value.includes('(');",
    replace: 'return isMixed(value, kind);',
    tests,
  },
  {
    name: 'secrets in a list of metadata stay',
    file: 'packages/memory/src/redaction/redact-metadata.ts',
    find: 'return Promise.all(value.map((item: unknown) => readValue(item, key, read)));',
    replace: 'return value;',
    tests,
  },
  {
    name: 'a number that is called otherwise is taken for the code of a door',
    file: 'packages/memory/src/redaction/find-access-codes.ts',
    find: 'plainName.test(called) && besidePlain.test(before)',
    replace: 'plainName.test(called)',
    tests,
  },
  {
    name: 'the check digit of a number of a person is not looked at',
    file: 'packages/memory/src/redaction/find-national-ids.ts',
    find: 'isValid(id) &&',
    replace: 'id.length > 0 &&',
    tests,
  },
  {
    name: 'any number near a gate is taken for its code',
    file: 'packages/memory/src/redaction/find-access-codes.ts',
    find: 'isLinked(words) && place.test(',
    replace: 'place.test(',
    tests,
  },
  {
    name: 'the check digits of a bank account are not looked at',
    file: 'packages/memory/src/redaction/find-bank-accounts.ts',
    find: '97) === 1',
    replace: '97) > 0',
    tests,
  },
  {
    name: 'any dozen words are taken for the seed phrase of a wallet',
    file: 'packages/memory/src/redaction/find-stated-secrets.ts',
    find: '!seed.some(isGrammar)',
    replace: 'seed.length > 0',
    tests,
  },
];
