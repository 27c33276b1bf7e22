import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The page loads and requests only resources of this server, and has no inline script or style. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const notBuilt = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="1"><title>DevAI</title>
<p>The page is being built, which takes some seconds. If it does not come, see what the server says.</p></html>
`;

/** `GET /`: the page, once it is built. Its files need no token, but their requests do. */
export async function servePage(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    ...{ serve: false, cacheControl: false, preCompressed: true, suppressWarning: true },
    // the host may have the plugin, too
    decorateReply: !app.hasReplyDecorator('sendFile'),
  });
  const route = { config: { isPublic: true }, schema: { hide: true } };

  app.get('/', route, (_request, reply): FastifyReply => {
    reply.headers(headers).header('cache-control', 'no-cache');
    if (existsSync(join(folder, 'index.html'))) return reply.sendFile('index.html', folder);
    return reply.code(503).header('retry-after', 1).type('text/html').send(notBuilt);
  });

  // their names change with their contents
  app.get<{ Params: { '*': string } }>('/assets/*', route, ({ params }, reply): FastifyReply => {
    reply.headers(headers).header('cache-control', 'public, max-age=31536000, immutable');
    return reply.sendFile(params['*'], join(folder, 'assets'));
  });
}
