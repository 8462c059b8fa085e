/** A drawing of the page as an image, with the colours that style sheets give it. */

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linecap", "font-size", "font-family", "text-anchor"];

export async function paintNetwork(picture: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const [drawn, copied] = [picture.querySelectorAll("*"), copy.querySelectorAll("*")];
  drawn.forEach((one, at) => {
    const style = getComputedStyle(one);
    for (const name of STYLES) copied[at]?.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const blob = new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}
