import { z } from 'zod';

const word = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(undefined);

/** What a provider says of an error, wherever it says it. */
export type ProviderError = { message: string; code?: string; type?: string; param?: string };

const fields = z.object({ code: word, type: word, param: word, status: word });
const body = z.looseObject({
  choices: z.unknown().optional(),
  data: z.unknown().optional(),
  object: word,
  error: z.unknown().optional(),
  errors: z.unknown().optional(),
  base_resp: z.object({ status_code: z.number(), status_msg: z.string() }).nullish().catch(undefined),
});

/** Where the sentence stands, the most telling first: gateways wrap the error of the server behind them. */
const sentences = [
  'message',
  'msg',
  'error_msg',
  'error_message',
  'errorMessage',
  'detail',
  'details',
  'reason',
  'error',
];

/**
 * The error that the body of an answer reports; null for an answer. Without `isError`, a body with choices or data is an answer
 * unless it has a field `error`.
 */
export function errorIn(value: unknown, isError = false): ProviderError | null {
  const parsed = body.safeParse(Array.isArray(value) ? value[0] : value);
  if (!parsed.success) return isError ? errorOf({}, sentenceIn(value)) : null;
  const { error, errors, base_resp: base } = parsed.data;
  for (const one of [error, errors]) {
    const sentence = sentenceIn(one);
    if (sentence !== '') return errorOf(isObject(one) ? { ...parsed.data, ...one } : parsed.data, sentence);
  }
  if (base && base.status_code !== 0) return errorOf({ code: base.status_code }, base.status_msg);
  const isAnswer = Array.isArray(parsed.data.choices) || Array.isArray(parsed.data.data);
  if (isAnswer && !isError) return null;
  const sentence = sentenceIn(parsed.data);
  return sentence === '' ? null : errorOf(parsed.data, sentence);
}

function errorOf(given: unknown, message: string): ProviderError {
  const { code, type, param, status } = fields.parse(isObject(given) ? given : {});
  const said = code ?? status;
  return { message, ...(said && { code: said }), ...(type && { type }), ...(param && { param }) };
}

function sentenceIn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(sentenceIn).filter(Boolean).join('; ');
  if (!isObject(value)) return '';
  const said = sentences.map((name) => sentenceIn(value[name])).find((sentence) => sentence !== '');
  const wrapped = isObject(value['metadata']) ? sentenceIn(value['metadata']['raw']) : '';
  const own = said ?? (Object.keys(value).length > 0 && 'code' in value ? JSON.stringify(value) : '');
  return wrapped === '' || own.includes(wrapped) ? own : `${own}: ${wrapped}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Statuses by what an error without one calls itself. */
const statuses: [says: RegExp, status: number][] = [
  [/context|too_large|exceed_context/iu, 400],
  [/rate.?limit|throttl|too.?many.?requests|resource.?exhausted/iu, 429],
  [/auth|api.?key|permission/iu, 401],
  [/invalid|bad.?request|unsupported|not.?supported/iu, 400],
  [/overload|unavailable|server|internal|timeout/iu, 503],
];

/** The status of an error that came with status 200; undefined if it does not say. */
export function statusOf({ code = '', type = '' }: ProviderError): number | undefined {
  if (/^[45]\d\d$/u.test(code)) return Number(code);
  return [code, type].flatMap((said) => statuses.find(([says]) => says.test(said))?.[1] ?? [])[0];
}

/** The words of a page, on one line. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/<(script|style)\b.*?<\/\1>/gisu, ' ')
    .replaceAll(/<[a-z/!][^>]*>/giu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 300);
