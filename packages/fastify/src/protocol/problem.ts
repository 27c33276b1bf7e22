import { errorCodes } from '@devai/memory/errors';
import { z } from 'zod';

/** The body of every error answer (RFC 9457). docs/errors.md lists the codes. */
export const problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    code: z.string().describe('stable; see docs/errors.md'),
    detail: z.string().describe('for people; may change'),
    fields: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('for invalid_input: which fields are wrong'),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problem>;

/** Codes of the host's own refusals, with their status and what to do. docs/errors.md lists them; a test compares. */
export const hostErrorCodes = {
  bad_request: { status: 400, help: 'The request is malformed. The detail says why.' },
  malformed_json: {
    status: 400,
    help: 'Send well-formed JSON. The detail says what is wrong, with the position or the line where one is known.',
  },
  unauthorized: {
    status: 401,
    help: 'Send the token as `Authorization: Bearer …`, or as websocket sub-protocols `devai, token.<base64url>`.',
  },
  forbidden: {
    status: 403,
    help: 'This is for the operator of the server: send its `DEVAI_API_TOKEN`.',
  },
  forbidden_host: { status: 403, help: 'A server on a loopback address answers to localhost only.' },
  forbidden_origin: { status: 403, help: "Add the page's origin to `DEVAI_ALLOWED_ORIGINS`." },
  no_route: { status: 404, help: 'There is nothing at this path.' },
  too_large: { status: 413, help: 'Send less. The limits are 1 MB per body and 4 MB per line of an import.' },
  unsupported_media_type: {
    status: 415,
    help: 'Send `application/json`, or `application/x-ndjson` to the import.',
  },
  rate_limited: { status: 429, help: 'Wait a few seconds.' },
  client_gone: {
    status: 499,
    help: 'Appears only in the log: the client disconnected before it got its answer.',
  },
  identity_unavailable: {
    status: 503,
    help: 'The keys of the identity provider cannot be read, so no token can be checked. Check `DEVAI_AUTH_JWKS`, and retry.',
  },
  not_ready: {
    status: 503,
    help: 'The server cannot work now. The detail says why: the code of what its store answers, or that it is silent.',
  },
  not_offered: {
    status: 501,
    help: 'The memory is part of another server, which has not given `@devai/fastify` what the request needs: the detail names the option.',
  },
  internal: { status: 500, help: 'A fault in the server. Its log says more.' },
  stopping: { status: 503, help: 'The server is shutting down. Retry when it is back.' },
} as const satisfies Record<string, { status: number; help: string }>;

export type HostErrorCode = keyof typeof hostErrorCodes;

/** What to do, by the code of a problem: those of the host and those of the library. */
export const helpByCode: Record<string, string> = Object.fromEntries(
  Object.entries({ ...hostErrorCodes, ...errorCodes }).map(([code, { help }]) => [code, help]),
);
