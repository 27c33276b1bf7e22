import { expect, it } from 'vitest';
import { redactMetadata, redactPage } from './redact-metadata.ts';
import type { Metadata } from '../types.ts';

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

it('redacts a page like each of its elements, wherever the secrets are', async () => {
  const clean: Metadata[] = Array.from({ length: 40 }, (_, index) => ({
    id: `${index}`,
    note: `nothing in ${index}`,
  }));
  const leaky: Metadata[] = [
    { password: 'hunter2-but-longer' },
    { note: 'password:' },
    { note: 'hunter2-but-longer' },
    { deep: [{ token: ['ghp_16C7e42F292c6912E7710c838347Ae178B4a'] }] },
    {},
  ];
  for (const at of [0, 17, 40]) {
    const page = clean.toSpliced(at, 0, ...leaky);
    expect(await redactPage(page)).toEqual(await Promise.all(page.map(redactMetadata)));
  }
  expect(await redactPage([])).toEqual([]);
});
