import { describe, expect, it } from 'vitest';
import { losesPart } from './parts-lost.ts';

describe('a memory that says more than what would take its place', () => {
  it.each([
    ['the port is 8081', 'Deploys run on Friday and the port is 8080'],
    ['the port is 8081, not 8080', 'The port is 8080. Deploys run on Friday'],
    ['the port is 8081', 'Deploys run on Friday; the port is 8080'],
    ['The API runs on Render', 'The API runs on Fly.io, and the worker is written in Rust'],
    ['The API runs on Render', 'The API runs on Fly.io, the worker runs on Heroku'],
    ['We use RabbitMQ instead of Kafka', 'We use Redis, Kafka and Postgres'],
    ['Deployments go through Jenkins', 'Deployments go through CI and need an approval'],
    ['Der Port ist 8081', 'Deployt wird am Freitag und der Port ist 8080'],
    ['พอร์ตคือ 8081', 'เดพลอยทุกวันศุกร์ และพอร์ตคือ 8080'],
  ])('"%s" says not all of "%s"', (statement, stored) => {
    expect(losesPart(statement, stored)).toBe(true);
  });
});

describe('a memory of which nothing is lost', () => {
  it.each([
    ['The port is 8081', 'The port is 8080'],
    // all of it is said again
    ['Deploys run on Friday and the port is 8081', 'Deploys run on Friday and the port is 8080'],
    [
      'The port is 8081, and deploys run on Friday with a check',
      'Deploys run on Friday and the port is 8080',
    ],
    ['The office is open between 10 and 18', 'The office is open between 9 and 17'],
    // what it adds is why, what it is not, or where that is
    ['We use Postgres', 'We use MySQL because it is simple and fast'],
    ['The port is 8082', 'The port is 8081, not 8080'],
    ['I live in Bremen', 'I live in Kiel, Germany'],
    ['The port is 8082', 'it is 8081 (corrects: "The port is 8080 and open")'],
  ])('"%s" may take the place of "%s"', (statement, stored) => {
    expect(losesPart(statement, stored)).toBe(false);
  });
});
