import { isDeepStrictEqual } from 'node:util';
import type { ModelRequest } from '../ports.ts';
import { type ApiError, isApiError } from '../open-client.ts';
import type { RequestForm } from './request-form.ts';
import { isTooLong } from './too-long.ts';

type Refused = { form: RequestForm; refusal: string; request: ModelRequest };
type Row = {
  /** What the refusal says, or names as its parameter. */
  says: RegExp;
  /** Other forms, in the order in which they are tried. */
  others: (refused: Refused) => Partial<RequestForm>[];
  /** Whether it applies to a prompt that is too long. */
  ofLength?: true;
};

const refusesField =
  /unsupported|unrecogni[sz]ed|unknown|unexpected|\bextra|additional|not (?:permitted|allowed|support)|invalid|field|property/iu;

const outputTokens = String.raw`max_?(?:completion_?|output_?|new_?)?tokens|(?:output|completion|generat\w+)[ _]tokens|tokens in the completion|in the completion`;

/** Every way in which a refused request can be put otherwise. A form that does not change the request is skipped, and none is tried twice. */
export const forms: Row[] = [
  {
    // not every refusal that names the parameter: a limit that is too high is refused by the same name
    says: /^(?=.*max_(?:completion_)?tokens).*(?:unsupported|not support|unrecognized|unknown|unexpected|\bextra|instead|not (?:permitted|allowed))/isu,
    others: () => [{ outputLimit: 'max_completion_tokens' }, { outputLimit: 'max_tokens' }],
  },
  {
    says: new RegExp(
      String.raw`^(?=.*(?:${outputTokens})).*(?:range|between|at most|must be|should be|exceed|greater|larger|higher|too (?:large|high|big|many)|less than|up to|maximum|limit|invalid|requested|不能|超|范围|>|<|≤)`,
      'isu',
    ),
    others: (refused) => [...lowerLimit(refused), { outputLimit: 'none' }],
    ofLength: true,
  },
  { says: /stream_options|include_usage/u, others: () => [{ streamUsage: false }] },
  {
    says: /(?:system|developer)['"`]? ?(?:messages?|role|prompt|instructions?)|roles?\W{0,4}(?:system|developer)|(?:support|allow|accept)\w* (?:the )?['"`]?(?:system|developer)\b|roles must alternate|conversation roles|only user(?:,| and)|messages\W+\d+\W+role|multiple system/iu,
    others: () => [{ systemMessages: 'first' }, { systemMessages: 'user' }],
  },
  {
    says: /(?:single|one) (?:tool|function).?calls?|(?:parallel|multiple) (?:tool|function).?calls?/iu,
    others: () => [{ parallelToolCalls: false }],
  },
  {
    says: /thought.?signature/iu,
    others: () => [{ signsCalls: 'missing' }, { signsCalls: 'all' }],
  },
  {
    says: /(?:tool_?(?:call|use)s?[\w.[\]]*[ ._]?ids?\b|\btool[ -]call ids?\b|tool_calls\W+\d+\W+id\b|\bcall_id\b).*(?:long|length|characters|pattern|match|must be|only|invalid|a-z)/isu,
    others: () => [{ callIds: 'short' }, { callIds: 'letters' }],
  },
  {
    // some providers want the thinking back, others refuse it
    says: /reasoning_content|thinking (?:content|blocks?) must/iu,
    others: ({ refusal }) => {
      const isWanted = /\bmust(?! not)|required|missing|back|empty|expected/iu.test(refusal);
      const wanted = [{ returnsThinking: true }, { returnsThinking: 'never empty' as const }];
      return isWanted ? [...wanted, { returnsThinking: false }] : [{ returnsThinking: false }, ...wanted];
    },
  },
  { says: refusesField, others: (refused) => (namesExtra(refused) ? [{ returnsExtra: false }] : []) },
  { says: /\bstrict\b/iu, others: () => [{ strict: false }] },
  {
    says: /response_?format|json_schema|json_object|json mode|structured output|schema/iu,
    others: ({ form }) => {
      const values = ['json_schema', 'json_object', 'none'] as const;
      return values
        .slice(values.indexOf(form.structuredOutput) + 1)
        .map((value) => ({ structuredOutput: value }));
    },
  },
  {
    says: /content.*(?:null|nil\b|none|string|\bstr\b|empty|blank|required|missing|type|either)|NoneType|\bnil\b|null/isu,
    others: () => [
      { emptyContent: 'text' },
      { emptyContent: 'absent' },
      { emptyContent: 'dot' },
      { emptyContent: 'null' },
    ],
  },
  { says: /./u, others: withoutExtraBody },
  // some servers refuse a schema without saying so
  {
    says: /^/u,
    others: ({ form: { structuredOutput }, request: { schema } }) =>
      schema && structuredOutput === 'json_schema' ? [{ structuredOutput: 'json_object' }] : [],
  },
];

/** The numbers of a refusal that can be the limit: below the one that was sent, and no part of a name. */
function lowerLimit({ form, refusal, request: { maxOutputTokens = 0 } }: Refused): Partial<RequestForm>[] {
  const sent = Math.min(maxOutputTokens, form.mostOutput ?? maxOutputTokens);
  const numbers = refusal
    .replaceAll(/(?<=\d)[,_\s'](?=\d{3}\b)/gu, '')
    .matchAll(/(?<![\w.-])(\d+)\s?(k\b)?(?![\w-]|\.\d)/giu)
    .map(([, digits, thousands]) => Number(digits) * (thousands ? 1_024 : 1));
  const mostOutput = Math.max(...[...numbers].filter((number) => number >= leastLimit && number < sent));
  return Number.isFinite(mostOutput) ? [{ mostOutput }] : [];
}

/** Tokens. A smaller number in a refusal is an index or a status. */
const leastLimit = 600;

/** Whether a refusal names a field that a tool call has besides the standard ones. */
const namesExtra = ({ refusal, request }: Refused): boolean =>
  request.messages
    .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
    .flatMap(({ extra }) => Object.keys(extra ?? {}))
    .some(
      (name) =>
        name !== 'id' && (refusal.includes('tool_calls') || (name !== 'function' && refusal.includes(name))),
    );

function withoutExtraBody({ form, refusal }: Refused): Partial<RequestForm>[] {
  const extra = Object.keys(form.extraBody).find((name) => refusal.includes(name));
  if (extra === undefined) return [];
  const { [extra]: _refused, ...extraBody } = form.extraBody;
  return [{ extraBody }];
}

type Ask<Answer> = {
  request: ModelRequest;
  /** What would be sent in a form. */
  bodyOf: (form: RequestForm) => unknown;
  send: (form: RequestForm) => Promise<Answer>;
};

/**
 * Asks in the form that the provider accepted last. When it refuses the form, asks again in another one, chosen by what the refusal
 * says. A form that worked is kept, and reported to `onLearnt` once. Throws the last refusal when no other form is left; then the form stays as it was.
 */
export function createAcceptedForm(initial: RequestForm, onLearnt: (form: RequestForm) => void) {
  let accepted = initial;

  return async function askInAcceptedForm<Answer>({ request, bodyOf, send }: Ask<Answer>): Promise<Answer> {
    const tried = [accepted];
    for (let form = accepted; ;) {
      try {
        const answer = await send(form);
        if (form !== accepted) {
          accepted = form;
          onLearnt(form);
        }
        return answer;
      } catch (error) {
        const refusal = isFormRefusal(error) ? `${error.param ?? ''} ${error.message}` : null;
        const other = refusal === null ? null : otherForm({ form, refusal, request }, tried, bodyOf);
        if (!other) throw error;
        form = other;
      }
    }
  };
}

/** Whether a refusal may be due to the form. Local servers answer 500 when the model's template refuses the messages. */
const isFormRefusal = (error: unknown): error is ApiError =>
  isApiError(error) &&
  (error.status === 400 ||
    error.status === 422 ||
    (error.status === 500 && /jinja|template|NoneType/iu.test(error.message)));

/** The next form that changes the request. Adds it to those tried, and those before it that would change nothing. */
function otherForm(refused: Refused, tried: RequestForm[], bodyOf: (form: RequestForm) => unknown) {
  const { form, refusal } = refused;
  const body = bodyOf(form);
  const rows = isTooLong({ message: refusal }) ? forms.filter(({ ofLength }) => ofLength) : forms;
  for (const { says, others } of rows) {
    if (!says.test(refusal)) continue;
    for (const change of others(refused)) {
      if (isTried(change, tried)) continue;
      const other = { ...form, ...change };
      tried.push(other);
      if (!isDeepStrictEqual(bodyOf(other), body)) return other;
    }
  }
  return null;
}

/** Whether a value was tried before, with whatever else. */
const isTried = (change: Partial<RequestForm>, tried: RequestForm[]): boolean =>
  tried.some((form) => isDeepStrictEqual({ ...form, ...change }, form));
