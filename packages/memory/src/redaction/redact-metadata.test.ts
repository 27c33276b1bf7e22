import { expect, it } from 'vitest';
import { redactMetadata } from './redact-metadata.ts';

it('redacts secrets at any depth, including those that only their key reveals', async () => {
  const metadata = {
    path: 'src/main.ts',
    lines: 12,
    reviewed: null,
    password: 'hunter2-but-longer',
    deploy: { urls: ['https://bot:s3cretpass99@git.example/x', 'https://git.example/y'] },
  };
  expect(await redactMetadata(metadata)).toEqual({
    path: 'src/main.ts',
    lines: 12,
    reviewed: null,
    password: expect.stringMatching(/^\[redacted:[\w-]+\]$/),
    deploy: { urls: [expect.stringContaining('[redacted:'), 'https://git.example/y'] },
  });
  expect(JSON.stringify(await redactMetadata(metadata))).not.toMatch(/hunter2|s3cretpass/);
});

it('reads each text separately', async () => {
  const metadata = { note: 'password:', next: ['hunter2-but-longer'] };
  expect(await redactMetadata(metadata)).toEqual(metadata);
});
