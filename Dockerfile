# The server and the command line tool, with Node and without the sentence model. docs/operations.md shows how it is run.
#
#   docker build -t devai .
#   docker build -t devai --build-arg WITH_MODEL=1 .     with the model of EMBEDDINGS=local, about 220 MB more
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npx --yes pnpm install --frozen-lockfile && npx --yes pnpm pack:all
ARG WITH_MODEL=
# without what only editors and debuggers read, 71 MB
RUN mkdir /app && cd /app && npm init --yes >/dev/null \
  && if [ -z "$WITH_MODEL" ]; then rm /src/dist/packages/devai-embedder-local-*.tgz; fi \
  && rm /src/dist/packages/devai-react-*.tgz \
  && npm install --no-audit --no-fund /src/dist/packages/*.tgz \
  && rm package-lock.json \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
# a token or an identity provider is needed, because other machines can reach the server
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DEVAI_DATA=/data WORKSPACE_ROOT=/workspace
RUN ln -s /app/node_modules/.bin/devai /usr/local/bin/devai \
  && useradd --system --uid 10001 --home-dir /data devai \
  && install -d -o devai -g devai /data /workspace
USER devai
WORKDIR /data
VOLUME /data /workspace
EXPOSE 3000
# the server gets SIGTERM itself, and may take 15 seconds to end
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/app/node_modules/@devai/api/dist/main.js"]
