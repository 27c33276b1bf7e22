import { bodies } from '../protocol/requests.ts';
import { connectedModel, triedModel } from '../protocol/model.ts';
import { clientGone } from './client-gone.ts';
import { counting, operatorsAlone, type Routes, type Served } from './routes.ts';

/** `/api/model`: the model of the server, which its operator may connect. The server asks the address that they name, so it is for them alone. */
export function registerModel(routes: Routes, { clock, models }: Served): void {
  routes.get('/api/model', {
    config: { ...counting, isOperators: true },
    schema: {
      operationId: 'getModel',
      summary: 'Says which models the server has, and which can be connected; never a key',
      response: { 200: connectedModel },
    },
    handler: async () => models.show(),
  });
  routes.post('/api/model/test', {
    config: operatorsAlone,
    schema: {
      operationId: 'testModel',
      summary: 'Asks a model one question through the server, and says what came back or what is wrong',
      body: bodies['POST /api/model/test'],
      response: { 200: triedModel },
    },
    async handler(request, reply) {
      const began = clock.now().getTime();
      const tried = await models.test(request.body, clientGone(reply));
      return { ...tried, milliseconds: clock.now().getTime() - began };
    },
  });
  routes.put('/api/model', {
    config: operatorsAlone,
    schema: {
      operationId: 'useModel',
      summary:
        'Takes a model for this server from the next turn on, and keeps it with its key in the data folder',
      body: bodies['PUT /api/model'],
      response: { 200: connectedModel },
    },
    async handler({ body }) {
      await models.use(body);
      return models.show();
    },
  });
  routes.delete('/api/model', {
    config: operatorsAlone,
    schema: {
      operationId: 'dropModel',
      summary: 'Takes the connected model from the server, and erases its key',
      response: { 200: connectedModel },
    },
    async handler() {
      await models.use(null);
      return models.show();
    },
  });
}
