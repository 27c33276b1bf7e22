import { problem } from './protocol/problem.ts';

const answer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problem } },
});

/** The error answers of every route. */
export const anyProblem = {
  400: answer('invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where'),
  401: answer('unauthorized: the token is missing or wrong'),
  403: answer('forbidden: only the operator may; forbidden_origin, forbidden_host'),
  429: answer('rate_limited: too many requests; Retry-After says how long to wait'),
  500: answer("internal, database_failed: a fault; the server's log says more"),
  502: answer('embedding_failed, model_failed: a provider did not answer'),
  503: answer(
    'database_unavailable, identity_unavailable, not_ready, stopping: the store or the identity provider cannot be reached, or the server is being stopped',
  ),
};

/** The error answers of a route with a body. */
export const bodyProblem = {
  413: answer('too_large: the body is too large'),
  415: answer('unsupported_media_type: the body must be application/json'),
};

export const notFound = { 404: answer('not_found: it does not exist, or not for this project') };
export const conflict = {
  409: answer('conflict: its state does not, or no longer, allow the request; read it again'),
};
