import { evalCase, type EvalCase } from './eval-case.ts';

/** A case as its file would contain it; fields that a test does not set have defaults. */
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
