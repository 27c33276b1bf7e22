import { describe, expect, it } from 'vitest';
import { openWorld, project } from '../../testing/open-world.ts';

const world = openWorld();

/** Statements, questions with the number of the statement that answers, and questions that none of them answers. */
const languages: [string, string[], [string, number][], string[]][] = [
  [
    'Spanish',
    [
      'La reunión de los lunes es en la sala del segundo piso',
      'El servidor de la tienda está en el centro de datos de Bilbao',
      'Los clientes de la farmacia pagan con tarjeta los sábados',
      'La impresora de la oficina se rompió en el mes de marzo',
      'El contrato de la furgoneta se firmó con los hermanos Ochoa',
      'La entrega de las cajas es por la puerta del patio',
    ],
    [['¿Dónde está el servidor de la tienda?', 1]],
    [
      '¿Cuál es el nombre de la capital de los incas?',
      '¿Quién es la reina de la isla en la que se perdió el barco?',
    ],
  ],
  [
    'Russian',
    [
      'Сервер магазина стоит в Казани',
      'Договор на фургон подписан с братьями',
      'Коробки привозят через двор',
    ],
    [
      ['В каком городе серверы магазинов?', 0],
      ['Через какие дворы привозят коробку?', 2],
    ],
    ['Как называется столица инков?'],
  ],
];

describe('a question in a language of which no words are listed', () => {
  it.each(languages)('%s', async (_, statements, asked, foreign) => {
    const memory = await world.openMemory();
    for (const content of statements) await memory.remember({ content, project });
    const answersTo = async (text: string) => {
      const { memories } = await memory.recall({ text, project, preview: true, standingTokens: 0 });
      return memories.flatMap(({ memory: one, injected }) => (injected ? [one.content] : []));
    };
    for (const [text, answer] of asked) expect(await answersTo(text)).toContain(statements[answer]);
    for (const text of foreign) expect(await answersTo(text)).toEqual([]);
  });
});
