import { evalCase, type EvalCase } from './eval-case.ts';

/** A case as its file would hold it, with what a test does not care about filled in. */
export const sampleCase = (fields: object): EvalCase =>
  evalCase.parse({
    id: 'sample',
    kind: 'digits',
    language: 'en',
    split: 'tuning',
    sessions: [{ messages: [['user', 'Hello']] }],
    expect: { valid: [] },
    ...fields,
  });
