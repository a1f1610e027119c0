// SPDX-License-Identifier: MIT
#include "CStudioPage.h"

#define FILES(F) \
    F(curves_js, "curves.js") \
    F(drop_js, "drop.js") \
    F(icon_svg, "icon.svg") \
    F(index_html, "index.html") \
    F(map_js, "map.js") \
    F(paint_js, "paint.js") \
    F(panels_css, "panels.css") \
    F(parameters_js, "parameters.js") \
    F(sheet_js, "sheet.js") \
    F(sound_js, "sound.js") \
    F(spectrum_js, "spectrum.js") \
    F(studio_css, "studio.css") \
    F(studio_js, "studio.js") \
    F(wire_js, "wire.js") \
    F(worklet_js, "worklet.js")

#define DECLARE(symbol, name) \
    extern const unsigned char amaoto_page_##symbol[]; \
    extern const unsigned char amaoto_page_##symbol##_end[];
FILES(DECLARE)

#define ENTRY(symbol, name) {name, amaoto_page_##symbol, amaoto_page_##symbol##_end},
static const struct amaoto_page_file files[] = {FILES(ENTRY)};

const struct amaoto_page_file *amaoto_page_files(void) { return files; }
size_t amaoto_page_file_count(void) { return sizeof files / sizeof files[0]; }
