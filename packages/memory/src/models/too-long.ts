/** What an error says about the length of a prompt. */
type Said = { message: string; status?: number | null; code?: string | null; type?: string | null };

/** Codes and types. */
const names =
  /context_?(?:length|window|size|limit)_?\w*exceed|exceed\w*_?context|prompt_?tokens_?exceed|prompt_?too_?long|(?:request|prompt|input|message)_too_(?:large|long)|tokens?_limit_(?:exceed|reach)|input_tokens?_exceed/iu;

/** A sentence says it with three words: what is too long, in which measure, and that it is too much. */
const words = [
  /prompt|inputs?\b|context|\bn_ctx\b|\bmessages?\b|conversation|history|sequence|request|token|\btext\b|payload|eingabe|kontext/iu,
  /token|context|\bn_ctx\b|length|\blong\b|characters|too (?:large|big)|kontext/iu,
  /too (?:long|large|big|many|small)|exceed|longer|larger|greater|higher|more than|less than|fewer|over the|above|beyond|surpass|overflow|limit|max|only supports|supports [\d,]+|\bfit\b|\bfull\b|short|reduce|range|must be (?:in|at most)|<=|[<>]|zu (?:lang|groß)/iu,
];
/** As Chinese providers say it. */
const inChinese =
  /超长|过长|超(?:出|过)[^。]{0,20}(?:上下文|长度|token)|(?:上下文|输入|长度)[^。]{0,20}(?:超(?:出|过|限)|过大)/iu;

/** Rates and accounts, fields that a provider does not know, and other things that can be too long. */
const other =
  /per[ _-]?(?:minute|hour|day|second|month)|\b(?:TPM|TPD|RPM)\b|\brate\b|quota|credits?\b|billing|(?:unsupported|unrecogni[sz]ed|unknown|unexpected) (?:\w+ )?(?:parameter|field|argument|property|keyword|key)|extra (?:inputs|fields)|tool_call|tools\W*\d|\bname\b|\b(?:images?(?! and text)|files?|audio|video|attachments?|schema)\b|stop sequence|budget|cache_key|concurren|deadline|cancel|time[d -]?out|(?:took|taking|takes) too long/iu;
/** A limit of the output, which alone is no matter of the prompt. */
const output = /max_?(?:completion_?|output_?|new_?)?tokens|(?:output|completion)[ _]tokens/iu;
const aboutPrompt =
  /\binputs?\b(?! should)|\b(?:prompts?|messages|conversation)\b|context (?:length|limit|size)/iu;

/**
 * Whether a provider says that the prompt does not fit the model, by status, code, type, or in words, as OpenAI, Anthropic, Google, xAI,
 * Mistral, Z.AI, vLLM, llama.cpp, Ollama and gateways before them do. Never for a rate that is exceeded.
 */
export function isTooLong({ message, status, code, type }: Said): boolean {
  if (status === 429) return false;
  if (status === 413) return true;
  if ([code, type].some((name) => typeof name === 'string' && names.test(name))) return true;
  if (other.test(message)) return false;
  if (output.test(message) && !aboutPrompt.test(message)) return false;
  return names.test(message) || inChinese.test(message) || words.every((word) => word.test(message));
}
