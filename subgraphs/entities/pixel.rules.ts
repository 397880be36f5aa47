/** Which pixel a snippet is for. */
interface PixelKey {
  eid: string;
  advertisableEid: string;
}

/**
 * The snippet that an advertisable places on its pages: it says whose page it is, and loads the script
 * at `scriptUrl` without holding the page up.
 */
export function pixelSnippet({ eid, advertisableEid }: PixelKey, scriptUrl: string): string {
  return `<script>
  window.adgraphPixel = { advertisable: ${literal(advertisableEid)}, pixel: ${literal(eid)} };
  (function (script) {
    script.async = true;
    script.src = ${literal(scriptUrl)};
    document.head.appendChild(script);
  })(document.createElement("script"));
</script>`;
}

/** A text as JavaScript writes it, such that it can't end the script element that it stands in. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll("<", "\\u003c");
}
