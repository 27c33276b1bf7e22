import { describe, expect, it } from 'vitest';
import { serveChat } from './serve-chat.ts';

const lines: string[] = [];
const world = serveChat('file', {
  background: false,
  logStream: { write: (line) => void lines.push(line) },
  environment: { LOG_LEVEL: 'info' },
});

describe('the log of requests', () => {
  it.each(['/api/memory/search', '/api/memory/relevant', '/there/is/nothing'])(
    'names what was asked, and not what for: %s',
    async (path) => {
      lines.length = 0;
      await world.server.fastify.inject({ url: `${path}?q=my%20salary%20is%20confidential` });
      expect(lines.join('')).toContain(`"method":"GET","path":"${path}"`);
      expect(lines.join('')).not.toContain('salary');
    },
  );
});
