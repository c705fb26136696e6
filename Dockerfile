# syntax=docker/dockerfile:1

# The kit in a container, as a mock by default. docs/stores-and-docker.md has the commands.
#
#   docker build --tag partner-purchase-kit .
#   docker run --rm --publish 127.0.0.1:4010:4010 partner-purchase-kit

FROM node:24.21.0-slim AS base

FROM base AS checkout
WORKDIR /checkout
COPY package.json package-lock.json ./
# Without scripts: they would fetch a second Node, and a database for tests.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Types are checked where the change is tested.
RUN npm run build && mkdir /tarball && npm pack --ignore-scripts --pack-destination /tarball

# The tarball to install. `--build-context package=FOLDER` takes another one, and builds nothing from the checkout.
FROM scratch AS package
COPY --from=checkout /tarball /

FROM base AS installed
# What the kit allows in ranges is exact here; and the driver of PostgreSQL is here, too.
COPY build/locked/ /kit/
COPY --from=package *.tgz /tarball/
RUN npm install --prefix /kit --no-save --ignore-scripts --no-audit --no-fund /tarball/*.tgz

FROM base
LABEL org.opencontainers.image.title="partner-purchase-kit" \
      org.opencontainers.image.description="A conformance kit for the Partner Purchase API: mock server, contract suite, reference client and fixtures." \
      org.opencontainers.image.licenses="MIT"
COPY --from=installed /kit /kit
# Profiles, stores and reports: a volume here belongs to the user of the container.
RUN install --directory --owner=1000 --group=1000 /data
WORKDIR /data
# Other containers call the mock. Its admin paths then need a token.
ENV MOCK_HOST=0.0.0.0 \
    PATH=/kit/node_modules/.bin:$PATH
# A number, so that whoever runs the image can see that this is not root.
USER 1000:1000
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/__mock/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process: nothing stands between it and SIGTERM.
ENTRYPOINT ["node", "/kit/node_modules/.bin/partner-purchase"]
CMD ["mock"]
