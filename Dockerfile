# Cellwise in a container, for a folder of scenarios:
#   docker build -t cellwise .
#   docker run --rm -v "$PWD:/work" cellwise run my.toml
# A digest says which image a tag was: docker buildx imagetools inspect rust:1.95-slim-bookworm gives a newer one.
FROM rust:1.95-slim-bookworm@sha256:d7482085ff5b415f84dba5647ae71606650bdef00db7aeb69f4b3d170c3e4082 AS build
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends python3-pip python3-venv >/dev/null
WORKDIR /source
COPY requirements/build.lock requirements/
RUN python3 -m venv /tools && /tools/bin/python -m pip install --quiet --require-hashes -r requirements/build.lock
COPY . .
# The page's simulator; without it there is no image.
RUN CI=true tools/build_wasm python/cellwise/_core.wasm
RUN /tools/bin/maturin build --release --locked --interpreter python3 --out /dist

FROM python:3.13-slim-bookworm@sha256:67a1e1f215ccda113cfc024e8639049257e88f273898f595b61476d128d387e8
COPY requirements/runtime.lock /tmp/
RUN python -m pip install --quiet --no-cache-dir --require-hashes -r /tmp/runtime.lock && rm /tmp/runtime.lock
RUN --mount=type=bind,from=build,source=/dist,target=/dist \
    python -m pip install --quiet --no-cache-dir --no-index --no-deps /dist/*.whl
# What the simulator reads and writes is the folder that is given; nothing of it needs more rights.
RUN useradd --create-home cellwise
USER cellwise
WORKDIR /work
ENTRYPOINT ["cellwise"]
CMD ["--help"]
