/** A request as it was received. `body` is the parsed JSON; undefined if the body was not JSON. */
export type RecordedRequest = {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
};

/** Faults of a reply in transit. All but `slow` happen after the first half was sent. */
export const replyFaults = [
  /** The socket is cut. */
  'cut',
  /** Nothing more is sent, and the socket stays open. */
  'stall',
  /** The stream ends normally, but without finish_reason and [DONE]. */
  'early_end',
  /** Data that is not JSON is sent. */
  'rubbish',
  /** Everything is sent, with a pause before each part. */
  'slow',
] as const;
export type ReplyFault = (typeof replyFaults)[number];

export type ScriptedReply = {
  text?: string;
  /** Streamed as `reasoning_content`, before the text. */
  reasoning?: string;
  /** `extra`: fields besides the standard ones, as some providers add them. */
  toolCalls?: { id?: string; name: string; arguments: string; extra?: Record<string, unknown> }[];
  /** Default: `tool_calls` with tool calls, else `stop`. */
  finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  usage?: { prompt_tokens: number; completion_tokens: number; cached_tokens?: number };
  fault?: ReplyFault;
  /** Characters per delta of a stream. Default: 12. */
  deltaLength?: number;
  /** Milliseconds of each pause of `slow`. Default: 20. */
  pause?: number;
};

export type ScriptedFailure =
  /** An HTTP error with OpenAI's error body. */
  | { status: number; message?: string; headers?: Record<string, string> }
  /** The request is accepted and never answered, not even with headers. */
  | { hang: true }
  /** The socket is cut before any answer. */
  | { refuse: true };

/** A string is a reply with that text. */
export type ScriptedAnswer = string | ScriptedReply | ScriptedFailure;

/** An answer of `/embeddings`: a failure, another body, the beginning of a body and then nothing, or a pause before the normal answer. */
export type ScriptedEmbeddings = ScriptedFailure | { body: unknown } | { stall: true } | { pause: number };
