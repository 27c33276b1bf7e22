import type { Readable } from 'node:stream';

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type ApiRequest = {
  method: ApiMethod;
  /** With its query. */
  path: string;
  /** At most one of both: a JSON value, or lines of JSON that are sent as they are read. */
  json?: unknown;
  lines?: Readable;
};

export type ApiAnswer = { status: number; body: Readable };

/** DevAI's HTTP endpoints, wherever they are: a server's, or those of an app in this process. */
export interface MemoryApi {
  /** Where it is, for people. */
  readonly place: string;
  /** Whether a server does background work there; in this process nothing does. */
  readonly isServer: boolean;
  /** Throws `ToolError` when there is no answer. Whatever its status, an answer is one. */
  send(request: ApiRequest, signal?: AbortSignal): Promise<ApiAnswer>;
  /** Why the last request failed, where it is not told to clients but known here. */
  cause(): string | null;
  close(): Promise<void>;
}
