/** What keeps the eval from running, or stops it. docs/answers.md lists these codes; a test compares. */
export const answersCodes = [
  'wrong_options',
  'no_data',
  'broken_json',
  'unknown_format',
  'unknown_category',
  'no_model',
  'not_confirmed',
  'out_in_use',
  'out_unusable',
  'other_run',
  'damaged_records',
  'ingestion_failed',
  'model_keeps_failing',
] as const;

export class AnswersError extends Error {
  override readonly name = 'AnswersError';
  readonly code: (typeof answersCodes)[number];

  constructor(code: AnswersError['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
