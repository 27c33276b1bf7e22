import { describe, expect, test } from 'vitest';
import { isLocalAddress } from '../text/local-address.ts';
import { timeoutsFor } from './request-deadline.ts';

describe('an address is local', () => {
  test.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:8080/v1',
    'http://127.8.9.1/v1',
    'http://[::1]:1234/v1',
    'http://[::ffff:127.0.0.1]/v1',
    'http://0.0.0.0:8000',
    'http://192.168.1.20:1234/v1',
    'http://10.0.0.3/v1',
    'http://172.20.0.2/v1',
    'http://[fd00::1]/v1',
    'http://ollama:11434/v1',
    'http://host.docker.internal:11434/v1',
    'http://studio.local/v1',
    'http://models.localhost/v1',
    'http://localhost./v1',
  ])('%s', (address) => {
    expect(isLocalAddress(address)).toBe(true);
    expect(timeoutsFor(address).first).toBeGreaterThanOrEqual(10 * 60_000);
  });
});

describe('an address is not local', () => {
  test.each([
    'https://api.openai.com/v1',
    'http://172.32.0.1/v1',
    'http://11.0.0.1/v1',
    'http://128.0.0.1/v1',
    'http://[2001:db8::1]/v1',
    'https://local.example.com/v1',
    'https://localhost.example.com/v1',
  ])('%s', (address) => {
    expect(isLocalAddress(address)).toBe(false);
    expect(timeoutsFor(address).first).toBeLessThan(5 * 60_000);
  });
});
